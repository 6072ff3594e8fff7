package innkeeper.store;

import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.guard.Layout;
import innkeeper.store.restore.Loss;
import innkeeper.store.table.AuditRow;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * The health check {@code database:restore}: it warns for one day after a restore that lost data.
 */
final class RestoreCheck implements HealthCheck {

  private static final Duration TOLD_FOR = Duration.ofDays(1);
  private static final Pattern SAFETY =
      Pattern.compile(".*; what was there before: (bot-\\S+\\.db)\\b.*");

  private final Optional<AuditRow> last;
  private final Layout layout;
  private final Clock clock;

  /**
   * @param last the audit entry of the database that was taken in last
   */
  RestoreCheck(Optional<AuditRow> last, Layout layout, Clock clock) {
    this.last = last;
    this.layout = layout;
    this.clock = clock;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    String lost = last.filter(this::recent).map(Loss::told).orElse("");
    if (lost.isEmpty()) {
      log.info("{}", "No restore of the last day lost anything.");
    } else {
      log.warn("{}", "The restore of " + last.get().ts() + " " + lost + ".");
      log.info("fix: {}", undo(last.get()));
    }
    log.info("value: {}", lost.isEmpty() ? "nothing lost" : "entry " + last.get().seq());
    return new Result(log);
  }

  private boolean recent(AuditRow entry) {
    try {
      return Instant.parse(entry.ts()).plus(TOLD_FOR).isAfter(clock.instant());
    } catch (DateTimeException e) {
      return false; // The health check of the audit chain reports a damaged time.
    }
  }

  /**
   * Returns the command that restores the safety copy of that restore. Without one, it restores the
   * newest earlier backup that holds more entries.
   */
  private String undo(AuditRow entry) {
    Matcher safety = SAFETY.matcher(entry.detail());
    if (safety.matches()) {
      return OfferedCommand.innkeeper(
          layout.dataDir(), "restore", safety.group(1), "--yes", "--stop");
    }
    try {
      return new KnownBackups(layout.backups())
          .manifests().stream()
              .filter(backup -> backup.createdAt().isBefore(Instant.parse(entry.ts())))
              .filter(backup -> backup.facts().lastAuditSeq() >= entry.seq())
              .findFirst()
              .map(
                  backup ->
                      OfferedCommand.innkeeper(
                          layout.dataDir(), "restore", backup.name(), "--yes", "--stop"))
              .orElseGet(() -> OfferedCommand.innkeeper(layout.dataDir(), "backups"));
    } catch (IOException e) {
      return OfferedCommand.innkeeper(layout.dataDir(), "backups");
    }
  }
}
