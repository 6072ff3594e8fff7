package innkeeper.store;

import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.Layout;
import innkeeper.store.guard.RestoreHint;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.FileHarm;
import innkeeper.store.write.Writer;
import java.io.IOException;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * The health check {@code database:writable}. It uses the result of the last write and the time
 * that the next write has waited.
 */
final class WritableCheck implements HealthCheck {

  private static final long PATIENCE_MILLIS = 2000;
  private static final int BUSY = 5;

  private final Writer writer;
  private final Sentinel sentinel;
  private final Rescue rescue;
  private final Layout layout;

  WritableCheck(Writer writer, Sentinel sentinel, Rescue rescue, Layout layout) {
    this.writer = writer;
    this.sentinel = sentinel;
    this.rescue = rescue;
    this.layout = layout;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    String failure = writer.lastFailure();
    long waited = writer.waitingNanos() / 1_000_000;
    if (sentinel.harm() != FileHarm.NONE) {
      String saved = rescue.saved().isEmpty() ? "it is being saved" : rescue.saved();
      log.critical("{}", sentinel.what() + ", so nothing is written any more; " + saved + ".");
      log.info(
          "fix: {}",
          rescue.fix().isEmpty()
              ? OfferedCommand.innkeeper(layout.dataDir(), "health")
              : rescue.fix());
    } else if (!failure.isEmpty()) {
      log.critical("{}", "The last write to bot.db failed: " + failure);
      log.info("fix: {}", fix(writer.lastCode()));
    } else if (waited > PATIENCE_MILLIS) {
      log.critical("{}", "A write to bot.db has not come to its end.");
      log.info("fix: {}", fix(BUSY));
    } else {
      log.info("{}", "bot.db takes writes.");
    }
    log.info("value: {}", waited + " ms waited");
    log.info("limit: {}", PATIENCE_MILLIS + " ms");
    return new Result(log);
  }

  private String fix(int code) {
    String dir = OfferedCommand.quote(layout.dataDir().toString());
    try {
      return switch (code & 0xff) {
        case Damage.CORRUPT, Damage.NOTADB -> RestoreHint.whileRunning(layout, backup -> true);
        case BUSY -> "fuser -v " + dir + "/bot.db";
        default -> "df -h " + dir;
      };
    } catch (IOException e) {
      return "check the disk of " + layout.backups();
    }
  }
}
