package innkeeper.rotation;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;

/**
 * What is to be said, kept until rotation's own thread says it. The thread that has something to
 * say may be bot.log's own writer, and it may hold that log: it must not log.
 */
final class Reports {

  private static final int MOST = 1000;

  private record Report(boolean warning, String text) {}

  private final BlockingQueue<Report> waiting = new LinkedBlockingQueue<>(MOST);

  void info(String text) {
    add(new Report(false, text));
  }

  void warn(String text) {
    add(new Report(true, text));
  }

  /** On a thread that holds nothing. */
  void sayTo(Logger log) {
    for (Report report = waiting.poll(); report != null; report = waiting.poll()) {
      if (report.warning()) {
        log.warn(report.text());
      } else {
        log.info(report.text());
      }
    }
  }

  private void add(Report report) {
    while (!waiting.offer(report)) {
      waiting.poll(); // Too many to be worth reading: the newest tell the present state.
    }
  }
}
