package innkeeper.boot;

import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads of anyone that ended with something nobody caught: logged, and the last few kept. */
final class EndedThreads implements UncaughtExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(EndedThreads.class);
  private static final int KEPT = 8;

  /** Guards itself. */
  private final Deque<String> last = new ArrayDeque<>();

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    String what =
        "thread "
            + thread.getName()
            + " ended at "
            + Instant.now().truncatedTo(ChronoUnit.MILLIS)
            + " with "
            + thrown;
    synchronized (last) {
      last.addLast(what);
      if (last.size() > KEPT) {
        last.removeFirst();
      }
    }
    LOG.error("thread ended name={}", thread.getName(), thrown);
  }

  /** One line each, oldest first. */
  List<String> last() {
    synchronized (last) {
      return List.copyOf(last);
    }
  }
}
