package innkeeper.logging.capture;

import innkeeper.logging.fifo.Fifo;
import innkeeper.logging.fifo.FifoPoller;
import innkeeper.logging.ring.ServerStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads one FIFO: on a thread of the pool while something comes, then the poller waits for it. What
 * came is brought into the log.
 */
final class StreamReader implements Runnable {

  /** So many reads, then others have their turn. */
  private static final int TURN_READS = 32;

  /** To and from the poller costs more than a fast server's next bytes take. */
  private static final int LINGER_MILLIS = 5;

  private final ServerStream stream;
  private final Fifo fifo;
  private final CaptureSession session;
  private final CapturePipeline pipeline;
  private final LogWriter writer;
  private final ReaderPool pool;
  private final FifoPoller poller;

  /** Where the next read goes; null where what came is first to be written. */
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
          if (pipeline.hasty(stream) && !pool.crowded() && fifo.linger(LINGER_MILLIS)) {
            continue;
          }
          rest();
          return;
        }
        pipeline.took(stream, n);
        if (pipeline.floods(stream)) {
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

  /** Whether there is a place for the next read; if not, this is run again. */
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

  /** Ends it if it rests; else it finds out by itself. */
  void wake() {
    if (poller.forget(fifo)) {
      session.ended(null);
    }
  }
}
