package innkeeper.store;

import innkeeper.store.sqlite.Sentinel;
import innkeeper.store.write.Writer;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/** Whether bot.db takes writes: by the last one's outcome and by how long the next has waited. */
final class WritableCheck implements HealthCheck {

  private static final long PATIENCE_MILLIS = 2000;

  private final Writer writer;
  private final Sentinel sentinel;

  WritableCheck(Writer writer, Sentinel sentinel) {
    this.writer = writer;
    this.sentinel = sentinel;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    String failure = writer.lastFailure();
    long waited = writer.waitingNanos() / 1_000_000;
    if (sentinel.overwritten()) {
      log.critical("{}", "bot.db was overwritten while the host runs.");
      log.info("fix: {}", "Stop the host and start it again; it takes the copy in.");
    } else if (!failure.isEmpty()) {
      log.critical("{}", "The last write to bot.db failed: " + failure);
      log.info("fix: {}", "Free space on the disk of DATA_DIR; look at its state and rights.");
    } else if (waited > PATIENCE_MILLIS) {
      log.critical("{}", "A write to bot.db has not come to its end.");
      log.info("fix: {}", "Look at the disk of DATA_DIR, and for a program that locks bot.db.");
    } else {
      log.info("{}", "bot.db takes writes.");
    }
    log.info("value: {}", waited + " ms waited");
    log.info("limit: {}", PATIENCE_MILLIS + " ms");
    return new Result(log);
  }
}
