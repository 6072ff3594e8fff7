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

/** The health check {@code backup:rehearsal}: the last restore drill succeeded. */
@Component(immediate = true, property = HealthCheck.NAME + "=backup:rehearsal")
public final class RestoreDrillCheck implements HealthCheck {

  private static final Duration LIMIT = Duration.ofHours(49);

  private final BackupHealth health;

  @Activate
  public RestoreDrillCheck(@Reference BackupHealth health) {
    this.health = health;
  }

  @Override
  public Result execute() {
    BackupHealth.Facts facts = health.facts();
    Backups.Status status = facts.status();
    CheckResult finding = new CheckResult();
    finding.limit(HumanText.span(LIMIT));
    if (status.lastRehearsalAt().isEmpty()) {
      finding.value("none yet");
      if (status.lastSuccessAt().isPresent() && facts.ran().compareTo(LIMIT) > 0) {
        finding.add(
            Result.Status.WARN,
            "no restore was ever rehearsed",
            "look into the host's log for why");
      }
      return finding.result("no restore was rehearsed yet");
    }
    Instant at = status.lastRehearsalAt().get();
    Duration age = Duration.between(at, facts.now());
    finding.value((age.isNegative() ? "dated in the future" : HumanText.span(age)) + " ago");
    if (!status.lastRehearsalError().isEmpty()) {
      boolean tried = !status.lastRehearsalError().startsWith(RestoreDrill.NOT_TRIED);
      finding.add(
          tried ? Result.Status.CRITICAL : Result.Status.WARN,
          "the last restore rehearsal failed: " + status.lastRehearsalError(),
          "make a backup now (innkeeper backup) and keep the older ones (innkeeper pin NAME)");
    } else if (age.compareTo(LIMIT) > 0 && facts.ran().compareTo(LIMIT) > 0) {
      finding.add(
          Result.Status.WARN,
          "the last restore was rehearsed " + HumanText.span(age) + " ago",
          "look into the host's log for why");
    }
    return finding.result("the restore that was last rehearsed went well");
  }
}
