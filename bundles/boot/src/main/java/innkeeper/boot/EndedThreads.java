package innkeeper.boot;

import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that logs threads of any owner that ended with an uncaught exception. It keeps the last
 * few of them.
 */
final class EndedThreads implements UncaughtExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(EndedThreads.class);
  private static final int KEPT = 8;

  /** The last reports; this object is also their lock. */
  private final Deque<String> last = new ArrayDeque<>();

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    String what =
        "thread %s ended at %s with %s"
            .formatted(thread.getName(), Instant.now().truncatedTo(ChronoUnit.MILLIS), thrown);
    synchronized (last) {
      last.addLast(what);
      if (last.size() > KEPT) {
        last.removeFirst();
      }
    }
    LOG.error("thread ended name={}", thread.getName(), thrown);
  }

  /** Returns one line for each thread, oldest first. */
  List<String> last() {
    synchronized (last) {
      return List.copyOf(last);
    }
  }
}
