package innkeeper.store;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.ProjectStore.UnreadableProject;
import innkeeper.api.store.StoreException;
import innkeeper.store.Verification.Finding;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.Layout;
import innkeeper.store.guard.RestoreHint;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.restore.Loss;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.FileHarm;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.AuditRow;
import innkeeper.store.write.Writer;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/** The health checks of bot.db. */
final class StoreChecks {

  private static final long PATIENCE_MILLIS = 2000;
  private static final int BUSY = 5;

  /** The time for which a restore that lost data is reported. */
  private static final Duration TOLD_FOR = Duration.ofDays(1);

  private static final Pattern SAFETY =
      Pattern.compile(".*; what was there before: (bot-\\S+\\.db)\\b.*");

  private final Layout layout;
  private final Clock clock;
  private final Writer writer;
  private final Readers readers;
  private final Sentinel sentinel;
  private final Rescue rescue;
  private final ProjectStore projects;
  private final DefinitionRecovery recovery;
  private final Verification verification;
  private final Optional<AuditRow> takenIn;

  /**
   * @param takenIn the audit entry of the database that was accepted last
   */
  StoreChecks(
      Layout layout,
      Clock clock,
      Writer writer,
      Readers readers,
      Sentinel sentinel,
      Rescue rescue,
      ProjectStore projects,
      Verification verification,
      Optional<AuditRow> takenIn) {
    this.layout = layout;
    this.clock = clock;
    this.writer = writer;
    this.readers = readers;
    this.sentinel = sentinel;
    this.rescue = rescue;
    this.projects = projects;
    this.recovery = new DefinitionRecovery(layout);
    this.verification = verification;
    this.takenIn = takenIn;
  }

  Map<String, HealthCheck> byName() {
    return Map.of(
        "database:writable", this::writable,
        "database:readable", this::readable,
        "database:sound", this::sound,
        "database:restore", this::restore,
        "audit:chain", this::chain);
  }

  /** Checks the result of the last write, and the time that the next write has waited. */
  private Result writable() {
    FormattingResultLog log = new FormattingResultLog();
    String failure = writer.lastFailure();
    long waited = writer.waitingNanos() / 1_000_000;
    if (sentinel.harm() != FileHarm.NONE) {
      String saved = rescue.saved().isEmpty() ? "it is being saved" : rescue.saved();
      log.critical("{}", sentinel.what() + ", so nothing is written any more; " + saved + ".");
      log.info("fix: {}", rescue.fix().isEmpty() ? innkeeper("health") : rescue.fix());
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

  private String innkeeper(String... words) {
    return OfferedCommand.innkeeper(layout.dataDir(), words);
  }

  /** Checks that bot.db can be read, and that every project definition in it is valid. */
  private Result readable() {
    FormattingResultLog log = new FormattingResultLog();
    String unread = probe();
    Map<String, SQLException> failures = readers.failures();
    List<UnreadableProject> unreadable = projects.unreadable();
    if (!failures.isEmpty()) {
      Map.Entry<String, SQLException> first = failures.entrySet().iterator().next();
      SQLException why = first.getValue();
      log.critical("{}", first.getKey() + " could not be read: " + why.getMessage() + ".");
      log.info("fix: {}", fix(Damage.is(why) ? Damage.CORRUPT : 0));
    } else if (!unread.isEmpty()) {
      log.critical("{}", unread);
      log.info("fix: {}", rescue.fix());
    } else if (!unreadable.isEmpty()) {
      log.critical(
          "{}",
          unreadable.stream()
              .map(one -> one.channelId() + " (" + one.reason() + ")")
              .collect(
                  Collectors.joining(", ", "Definitions that cannot be read, left out: ", ".")));
      log.info("fix: {}", recovery.command(unreadable));
    } else {
      log.info("{}", "bot.db can be read.");
    }
    log.info(
        "value: {}",
        failures.size() + " failed reads, " + unreadable.size() + " unreadable definitions");
    log.info("limit: {}", "none of either");
    return new Result(log);
  }

  /** Reads all definitions; returns the reason if that fails, else "". */
  private String probe() {
    try {
      readers.read(
          "what is in bot.db", c -> Sql.number(c, "SELECT sum(length(definition)) FROM project"));
      return "";
    } catch (StoreException e) {
      return e.getMessage();
    }
  }

  /** Checks that every page, index and project was intact in the last verification. */
  private Result sound() {
    FormattingResultLog log = new FormattingResultLog();
    Finding found = verification.finding();
    if (found.damage().isEmpty()) {
      log.info("{}", "bot.db is what was written.");
    } else {
      log.critical("{}", "bot.db is damaged: " + found.damage() + ".");
      log.info("fix: {}", found.fix());
    }
    log.info("value: {}", found.done() ? "verified" : "looked at by the start, being verified");
    return new Result(log);
  }

  /** Fails if the last verification found a broken link. */
  private Result chain() {
    FormattingResultLog log = new FormattingResultLog();
    Finding found = verification.finding();
    if (!found.chain().isEmpty()) {
      log.critical("{}", "The audit chain is broken: " + found.chain() + ".");
      log.info("fix: {}", found.fix());
    } else if (found.told().isPresent()) {
      // A gap that an earlier start recorded cannot be repaired, so it is a warning and not an
      // error.
      log.warn("{}", "The audit chain is whole, but " + found.told().get().detail() + ".");
      log.info("fix: {}", "innkeeper audit verify; compare with the backups.");
    } else {
      log.info("{}", "The audit chain is whole.");
    }
    // The writer checks each later entry while it writes it.
    log.info("value: {}", found.seq() + " entries read at the last check");
    log.info("limit: {}", "whole; now " + writer.head().seq() + " entries");
    return new Result(log);
  }

  /** Warns for one day after a restore that lost data. */
  private Result restore() {
    FormattingResultLog log = new FormattingResultLog();
    String lost = takenIn.filter(this::recent).map(Loss::told).orElse("");
    if (lost.isEmpty()) {
      log.info("{}", "No restore of the last day lost anything.");
    } else {
      log.warn("{}", "The restore of " + takenIn.get().ts() + " " + lost + ".");
      log.info("fix: {}", undo(takenIn.get()));
    }
    log.info("value: {}", lost.isEmpty() ? "nothing lost" : "entry " + takenIn.get().seq());
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
   * Returns the command that undoes a restore: it restores the safety copy that the restore made.
   * Without a safety copy, it restores the newest earlier backup that holds more entries.
   *
   * @param entry the audit entry of the restore
   */
  private String undo(AuditRow entry) {
    Matcher safety = SAFETY.matcher(entry.detail());
    try {
      Optional<String> name =
          safety.matches()
              ? Optional.of(safety.group(1))
              : layout.knownBackups().manifests().stream()
                  .filter(backup -> backup.createdAt().isBefore(Instant.parse(entry.ts())))
                  .filter(backup -> backup.facts().lastAuditSeq() >= entry.seq())
                  .map(BackupManifest::name)
                  .findFirst();
      return name.map(backup -> innkeeper("restore", backup, "--yes", "--stop"))
          .orElseGet(() -> innkeeper("backups"));
    } catch (IOException e) {
      return innkeeper("backups");
    }
  }
}
