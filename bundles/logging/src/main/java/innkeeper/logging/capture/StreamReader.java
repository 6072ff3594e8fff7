package innkeeper.logging.capture;

import innkeeper.logging.ring.ServerStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Reads one FIFO until it is closed: sleeps in read(2), then brings what came into the log. */
final class StreamReader {

  private final ServerStream stream;
  private final Fifo fifo;
  private final CapturePipeline pipeline;
  private final LogWriter writer;
  private final BooleanSupplier leaving;
  private final Runnable wakeHelper;
  private final Runnable settleLater;

  /**
   * @param leaving whether this reader is to end
   * @param wakeHelper has another thread write what came
   * @param settleLater has unfinished lines shown after a pause
   */
  StreamReader(
      ServerStream stream,
      Fifo fifo,
      CapturePipeline pipeline,
      LogWriter writer,
      BooleanSupplier leaving,
      Runnable wakeHelper,
      Runnable settleLater) {
    this.stream = stream;
    this.fifo = fifo;
    this.pipeline = pipeline;
    this.writer = writer;
    this.leaving = leaving;
    this.wakeHelper = wakeHelper;
    this.settleLater = settleLater;
  }

  void run() throws IOException {
    ByteBuffer slot = next(() -> {});
    while (!leaving.getAsBoolean()) {
      int n;
      try {
        n = fifo.read(slot);
      } catch (ClosedChannelException e) {
        return;
      }
      if (n <= 0) {
        LockSupport.parkNanos(this, 1_000_000L);
        continue;
      }
      pipeline.took(stream, n);
      slot = pipeline.ahead(stream);
      if (slot != null) {
        wakeHelper.run();
      } else {
        slot = next(pipeline::catchUp);
        settleLater.run();
      }
    }
  }

  interface Step {
    void run() throws IOException;
  }

  private ByteBuffer next(Step before) throws IOException {
    ByteBuffer[] slot = new ByteBuffer[1];
    patiently(
        writer,
        leaving,
        () -> {
          before.run();
          slot[0] = pipeline.slot(stream);
        });
    return slot[0];
  }

  /** Does it with the writer's lock; again and again while the log takes nothing. */
  static void patiently(LogWriter writer, BooleanSupplier leaving, Step step) throws IOException {
    writer.lock.lock();
    try {
      while (true) {
        try {
          step.run();
          return;
        } catch (IOException e) {
          writer.await(e, leaving);
        }
      }
    } finally {
      writer.lock.unlock();
    }
  }
}
