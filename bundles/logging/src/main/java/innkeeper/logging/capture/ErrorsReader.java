package innkeeper.logging.capture;

import innkeeper.api.thread.WatchedThread;
import innkeeper.logging.ring.ServerStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that reads a server's stderr, for as long as the session of its capture lasts. */
final class ErrorsReader implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorsReader.class);

  private final String name;
  private final Fifo fifo;
  private final StreamReader reader;
  private final Consumer<Throwable> failed;
  private final Thread thread;
  private volatile boolean leaving;

  /**
   * @param failed told why it ended if nobody closed it
   * @throws IOException if there is no such FIFO
   */
  ErrorsReader(
      Path run,
      String name,
      long stackBytes,
      Function<ErrorsReader, StreamReader> reader,
      Consumer<Throwable> failed)
      throws IOException {
    this.name = name;
    this.failed = failed;
    fifo = Fifo.open(run, name, ServerStream.STDERR);
    this.reader = reader.apply(this);
    thread = new WatchedThread("log " + name + " err", stackBytes, this);
  }

  Fifo fifo() {
    return fifo;
  }

  boolean leaving() {
    return leaving;
  }

  /**
   * @throws OutOfMemoryError if the system gives no thread
   */
  void start() {
    thread.start();
  }

  @Override
  public void run() {
    try {
      reader.run();
    } catch (StoppedException e) {
      LOG.debug("stderr is not read any more log={} why={}", name, e.getMessage());
    } catch (IOException | RuntimeException | Error e) {
      if (!leaving) {
        failed.accept(e);
      }
    }
  }

  /** Ends the reading; what a woken read has brought lies in the ring. */
  void close() throws IOException {
    leaving = true;
    fifo.close();
  }

  /** Waits for its end. To be called without the writer's lock. */
  void join() throws InterruptedException {
    thread.join();
  }
}
