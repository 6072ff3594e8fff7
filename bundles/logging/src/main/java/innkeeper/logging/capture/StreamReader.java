package innkeeper.logging.capture;

import innkeeper.logging.capture.fifo.Fifo;
import innkeeper.logging.capture.fifo.FifoPoller;
import innkeeper.logging.index.ServerStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads one FIFO and writes its bytes to the log. It runs on a thread of the pool while bytes
 * arrive; then the poller waits for more.
 */
final class StreamReader implements Runnable {

  /** The number of reads after which other tasks have their turn. */
  private static final int TURN_READS = 32;

  /**
   * The time to wait for more bytes. A round trip to the poller takes longer than the next bytes of
   * a fast server.
   */
  private static final int LINGER_MILLIS = 5;

  private final ServerStream stream;
  private final Fifo fifo;
  private final CaptureSession session;
  private final CapturePipeline pipeline;
  private final LogWriter writer;
  private final ReaderPool pool;
  private final FifoPoller poller;

  /** The buffer for the next read; null if the arrived bytes must be written first. */
  private ByteBuffer slot;

  StreamReader(
      ServerStream stream,
      Fifo fifo,
      CaptureSession session,
      LogWriter writer,
      ReaderPool pool,
      FifoPoller poller) {
    this.stream = stream;
    this.fifo = fifo;
    this.session = session;
    this.pipeline = session.pipeline();
    this.writer = writer;
    this.pool = pool;
    this.poller = poller;
  }

  Fifo fifo() {
    return fifo;
  }

  @Override
  public void run() {
    try {
      for (int reads = 0; !session.leaving(); reads++) {
        if (slot == null && !next()) {
          return;
        }
        if (reads >= TURN_READS && pool.crowded()) {
          pool.execute(this);
          return;
        }
        int n = fifo.read(slot);
        if (n <= 0) {
          if (pipeline.paces().of(stream).hasty()
              && !pool.crowded()
              && fifo.linger(LINGER_MILLIS)) {
            continue;
          }
          rest();
          return;
        }
        pipeline.took(stream, n);
        if (pipeline.paces().floods(stream)) {
          fifo.fast(true);
        }
        slot = pipeline.ahead(stream);
        if (slot != null) {
          session.wakeHelper();
        }
      }
      session.ended(null);
    } catch (IOException | RuntimeException | Error e) {
      session.ended(e);
    }
  }

  /**
   * Prepares the buffer for the next read and returns whether it exists; otherwise the pool runs
   * this reader again.
   */
  private boolean next() {
    boolean done =
        pool.attempt(
            writer,
            session::leaving,
            () -> {
              pipeline.catchUp();
              slot = pipeline.slot(stream);
            },
            this);
    if (done) {
      session.settleLater();
    }
    return done;
  }

  private void rest() throws IOException {
    fifo.fast(false);
    poller.watch(fifo, () -> pool.execute(this));
    if (session.leaving()) {
      wake();
    }
  }

  /** Ends the reader if it rests; otherwise the reader notices the end by itself. */
  void wake() {
    if (poller.forget(fifo)) {
      session.ended(null);
    }
  }
}
