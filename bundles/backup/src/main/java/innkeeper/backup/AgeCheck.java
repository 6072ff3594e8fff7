package innkeeper.backup;

import innkeeper.api.backup.Backups;
import innkeeper.backup.file.HumanText;
import java.time.Duration;
import java.time.Instant;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The health check {@code backup:age}: the age of the newest verified backup on disk. */
@Component(immediate = true, property = HealthCheck.NAME + "=backup:age")
public final class AgeCheck implements HealthCheck {

  private static final int WARN_FAILURES = 1;
  private static final int FAIL_FAILURES = 3;

  private final BackupHealth health;

  @Activate
  public AgeCheck(@Reference BackupHealth health) {
    this.health = health;
  }

  @Override
  public Result execute() {
    BackupHealth.Facts facts = health.facts();
    Backups.Status status = facts.status();
    CheckResult finding = new CheckResult();
    if (facts.interval().isZero()) {
      finding.value(status.lastSuccessAt().map(at -> age(facts, at)).orElse("none"));
      finding.limit("none, backups are made only on demand");
    } else {
      byAge(facts, finding);
    }
    if (facts.failures() >= WARN_FAILURES) {
      finding.add(
          facts.failures() >= FAIL_FAILURES && !facts.interval().isZero()
              ? Result.Status.CRITICAL
              : Result.Status.WARN,
          facts.failures() + " in a row failed, the last: " + status.lastError(),
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

  private static void byAge(BackupHealth.Facts facts, CheckResult finding) {
    Duration warn = facts.interval().multipliedBy(2);
    Duration fail = facts.interval().multipliedBy(4);
    finding.limit(HumanText.span(warn));
    String fix = "find the cause: innkeeper audit; make a backup: innkeeper backup";
    if (facts.status().lastSuccessAt().isEmpty()) {
      finding.value("none");
      Duration since = Duration.between(facts.firstStartAt(), facts.now());
      // If the first start is in the future, the clock was set back. The time of this process
      // counts then.
      Duration waited = since.isNegative() ? facts.ran() : since;
      if (waited.compareTo(warn) > 0) {
        finding.add(
            Result.Status.CRITICAL,
            "no verified backup, " + HumanText.span(waited) + " after the first start",
            fix);
      }
      return;
    }
    Instant newest = facts.status().lastSuccessAt().get();
    Duration age = Duration.between(newest, facts.now());
    finding.value(age(facts, newest));
    if (age.compareTo(warn) > 0) {
      finding.add(
          age.compareTo(fail) > 0 ? Result.Status.CRITICAL : Result.Status.WARN,
          "the newest verified backup is " + HumanText.span(age) + " old",
          fix);
    }
  }

  private static String age(BackupHealth.Facts facts, Instant newest) {
    Duration age = Duration.between(newest, facts.now());
    return age.isNegative() ? "dated in the future" : HumanText.span(age);
  }
}
