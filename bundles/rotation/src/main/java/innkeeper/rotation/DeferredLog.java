package innkeeper.rotation;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;

/**
 * The queue of log messages, which rotation's own thread writes. The thread that adds a message may
 * be the writer of bot.log and may hold that log. It must therefore not log itself.
 */
final class DeferredLog {

  private static final int MOST = 1000;

  private enum Level {
    DEBUG,
    INFO,
    WARN
  }

  private record Report(Level level, String text) {}

  private final BlockingQueue<Report> waiting = new LinkedBlockingQueue<>(MOST);

  void info(String text) {
    add(new Report(Level.INFO, text));
  }

  void warn(String text) {
    add(new Report(Level.WARN, text));
  }

  /** Adds a message about a rotation and the time for which the writer was held. */
  void unforced(Path archive, long heldNanos) {
    add(
        new Report(
            Level.DEBUG,
            "log rotated archive=" + archive.getFileName() + " micros=" + heldNanos / 1000));
  }

  /** Writes all queued messages. The calling thread must not hold a log. */
  void sayTo(Logger log) {
    for (Report report = waiting.poll(); report != null; report = waiting.poll()) {
      switch (report.level()) {
        case WARN -> log.warn(report.text());
        case INFO -> log.info(report.text());
        case DEBUG -> log.debug(report.text());
      }
    }
  }

  private void add(Report report) {
    while (!waiting.offer(report)) {
      waiting.poll(); // The queue is full: the oldest message is dropped.
    }
  }
}
