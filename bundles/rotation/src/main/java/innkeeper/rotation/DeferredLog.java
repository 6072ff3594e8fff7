package innkeeper.rotation;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;

/**
 * What is to be said, kept until rotation's own thread says it. The thread that has something to
 * say may be bot.log's own writer, and it may hold that log: it must not log.
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

  /** A turn, and how long its writer stood still for it. */
  void unforced(Path archive, long heldNanos) {
    add(
        new Report(
            Level.DEBUG,
            "log rotated archive=" + archive.getFileName() + " micros=" + heldNanos / 1000));
  }

  /** On a thread that holds nothing. */
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
      waiting.poll(); // Too many to be worth reading: the newest tell the present state.
    }
  }
}
