package innkeeper.supervisor.probe;

import innkeeper.api.log.Logs;
import innkeeper.api.log.Logs.Batch;
import innkeeper.api.log.Logs.Follower;
import innkeeper.api.log.Logs.Tail;
import innkeeper.common.text.SeenText;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** Waits for a line of output with a given text, finished or not; then the server is ready. */
final class LogLineAsk implements Ask {

  private static final int FIRST_LINES = 1000;

  private final String name;
  private final String text;
  private final Supplier<Optional<Logs>> logs;
  private volatile String cursor;
  private volatile boolean seen;
  private Logs followed;
  private AutoCloseable following;

  /**
   * @param cursor the log's end before the server's first instruction; "" if there was no log yet
   */
  LogLineAsk(String name, String text, String cursor, Supplier<Optional<Logs>> logs) {
    this.name = name;
    this.text = text;
    this.cursor = cursor;
    this.logs = logs;
  }

  /** Returns the end of that log now; "" if it cannot be read. */
  static String end(String name, Supplier<Optional<Logs>> logs) {
    try {
      Optional<Logs> now = logs.get();
      return now.isPresent() ? now.get().tail(name, 1).cursor() : "";
    } catch (Exception e) {
      LoggerFactory.getLogger(LogLineAsk.class)
          .debug("log end unknown name={} error={}", name, e.getMessage());
      return "";
    }
  }

  @Override
  public synchronized String ask() throws Exception {
    if (!seen) {
      Optional<Logs> now = logs.get();
      if (now.isEmpty()) {
        stop();
        return "the logging surface is away";
      }
      if (now.get() != followed) {
        stop();
        follow(now.get());
      }
    }
    if (seen) {
      stop();
      return "";
    }
    return "no line holds \"" + text + "\" yet";
  }

  private void follow(Logs now) throws Exception {
    if (cursor.isEmpty()) {
      Tail tail = now.tail(name, FIRST_LINES);
      look(tail.all());
      cursor = tail.cursor();
    }
    if (!cursor.isEmpty() && !seen) {
      followed = now;
      following =
          now.follow(
              name,
              cursor,
              new Follower() {
                @Override
                public void lines(Batch batch) {
                  look(batch.lines());
                  cursor = batch.cursor();
                }

                @Override
                public void unfinished(List<String> lines) {
                  look(lines);
                }
              });
    }
  }

  private void look(List<String> lines) {
    if (lines.stream().anyMatch(line -> line.contains(text) || SeenText.of(line).contains(text))) {
      seen = true;
    }
  }

  @Override
  public boolean onceIsEnough() {
    return true;
  }

  @Override
  public synchronized void cancel() {
    stop();
  }

  private void stop() {
    if (following != null) {
      try {
        following.close();
      } catch (Exception e) {
        LoggerFactory.getLogger(LogLineAsk.class)
            .debug("log no longer followed name={} error={}", name, e.getMessage());
      }
      following = null;
      followed = null;
    }
  }
}
