package innkeeper.backup;

import innkeeper.api.backup.Backups;
import innkeeper.backup.file.HumanText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;

/** The health checks of the backups. */
final class BackupChecks {

  private static final int WARN_FAILURES = 1;
  private static final int FAIL_FAILURES = 3;

  /** The greatest age of the last restore drill. */
  private static final Duration DRILL_LIMIT = Duration.ofHours(49);

  /**
   * The state of the backups.
   *
   * @param now the time of the wall clock
   * @param interval the time between backups; zero if backups are made only on demand
   * @param firstStartAt the time of the first start with this DATA_DIR
   * @param ran the time since the start of this process
   * @param failures the number of consecutive failures
   * @param invalid the backup files that do not count, with the reason, by name
   * @param hookError the error of the last hook call; "" if it succeeded
   */
  record Facts(
      Instant now,
      Duration interval,
      Instant firstStartAt,
      Duration ran,
      int failures,
      Map<String, String> invalid,
      String hookError,
      Backups.Status status) {}

  private final Supplier<Facts> state;

  BackupChecks(Supplier<Facts> state) {
    this.state = state;
  }

  Map<String, HealthCheck> byName() {
    return Map.of(
        "backup:age", this::age, "backup:rehearsal", this::drill, "backup:hook", this::hook);
  }

  /** A result in the form that {@code innkeeper.api.health.Health} reads, while it is made. */
  private static final class Finding {

    private Result.Status status = Result.Status.OK;
    private final List<String> why = new ArrayList<>();
    private String value = "";
    private String limit = "";
    private String fix = "";

    /** Adds a sentence. The first one begins the text; the worst one decides the status. */
    void add(Result.Status verdict, String sentence, String remedy) {
      if (verdict.ordinal() > status.ordinal()) {
        status = verdict;
      }
      why.add(sentence);
      fix = fix.isEmpty() ? remedy : fix;
    }

    Result result(String allWell) {
      ResultLog log = new ResultLog();
      add(log, "", why.isEmpty() ? allWell : String.join("; ", why));
      add(log, "value: ", value);
      add(log, "limit: ", limit);
      add(log, "fix: ", fix);
      return new Result(log);
    }

    private void add(ResultLog log, String field, String text) {
      if (!text.isEmpty()) {
        log.add(new ResultLog.Entry(status, field + text));
      }
    }
  }

  /** Checks the age of the newest verified backup on disk. */
  Result age() {
    Facts facts = state.get();
    Optional<Instant> newest = facts.status().lastSuccessAt();
    Finding finding = new Finding();
    finding.value = newest.map(at -> age(facts, at)).orElse("none");
    finding.limit = "none, backups are made only on demand";
    if (!facts.interval().isZero()) {
      Duration warn = facts.interval().multipliedBy(2);
      finding.limit = HumanText.span(warn);
      String fix = "find the cause: innkeeper audit; make a backup: innkeeper backup";
      Duration since = Duration.between(newest.orElse(facts.firstStartAt()), facts.now());
      // If the first start is in the future, the clock was set back. The time of this process
      // counts then.
      Duration age = newest.isEmpty() && since.isNegative() ? facts.ran() : since;
      if (age.compareTo(warn) > 0) {
        boolean fails = newest.isEmpty() || age.compareTo(warn.multipliedBy(2)) > 0;
        finding.add(
            fails ? Result.Status.CRITICAL : Result.Status.WARN,
            newest.isEmpty()
                ? "no verified backup, " + HumanText.span(age) + " after the first start"
                : "the newest verified backup is " + HumanText.span(age) + " old",
            fix);
      }
    }
    if (facts.failures() >= WARN_FAILURES) {
      finding.add(
          facts.failures() >= FAIL_FAILURES && !facts.interval().isZero()
              ? Result.Status.CRITICAL
              : Result.Status.WARN,
          facts.failures() + " in a row failed, the last: " + facts.status().lastError(),
          "fix what the failure names, then make one: innkeeper backup");
    }
    if (!facts.invalid().isEmpty()) {
      String first = facts.invalid().keySet().iterator().next();
      finding.add(
          Result.Status.WARN,
          facts.invalid().size() + " not whole, " + first + " " + facts.invalid().get(first),
          "move it out of backups/");
    }
    return finding.result("the newest backup is young enough");
  }

  private static String age(Facts facts, Instant at) {
    Duration age = Duration.between(at, facts.now());
    return age.isNegative() ? "dated in the future" : HumanText.span(age);
  }

  /** Checks that the last restore drill succeeded. */
  Result drill() {
    Facts facts = state.get();
    Backups.Status status = facts.status();
    Finding finding = new Finding();
    finding.limit = HumanText.span(DRILL_LIMIT);
    boolean late = facts.ran().compareTo(DRILL_LIMIT) > 0;
    String log = "look into the host's log for why";
    if (status.lastRehearsalAt().isEmpty()) {
      finding.value = "none yet";
      if (status.lastSuccessAt().isPresent() && late) {
        finding.add(Result.Status.WARN, "no restore was ever rehearsed", log);
      }
      return finding.result("no restore was rehearsed yet");
    }
    Instant at = status.lastRehearsalAt().get();
    Duration age = Duration.between(at, facts.now());
    finding.value = age(facts, at) + " ago";
    if (!status.lastRehearsalError().isEmpty()) {
      boolean tried = !status.lastRehearsalError().startsWith(RestoreDrill.NOT_TRIED);
      finding.add(
          tried ? Result.Status.CRITICAL : Result.Status.WARN,
          "the last restore rehearsal failed: " + status.lastRehearsalError(),
          "make a backup now (innkeeper backup) and keep the older ones (innkeeper pin NAME)");
    } else if (age.compareTo(DRILL_LIMIT) > 0 && late) {
      finding.add(
          Result.Status.WARN,
          "the last restore was rehearsed " + HumanText.span(age) + " ago",
          log);
    }
    return finding.result("the restore that was last rehearsed went well");
  }

  /** Checks that BACKUP_HOOK accepted the last backup. */
  Result hook() {
    String error = state.get().hookError();
    Finding finding = new Finding();
    finding.value = error.isEmpty() ? "no refusal" : "failed";
    finding.limit = "each backup is taken, where BACKUP_HOOK is set";
    if (!error.isEmpty()) {
      finding.add(
          Result.Status.WARN,
          "BACKUP_HOOK did not take " + error + "; the copy on this host is whole",
          "run the command by hand; the next backup is given to it again");
    }
    return finding.result("no backup was refused by BACKUP_HOOK, or it is not set");
  }
}
