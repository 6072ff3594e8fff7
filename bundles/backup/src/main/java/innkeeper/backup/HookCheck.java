package innkeeper.backup;

import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The health check {@code backup:hook}: whether BACKUP_HOOK accepted the last backup. */
@Component(immediate = true, property = HealthCheck.NAME + "=backup:hook")
public final class HookCheck implements HealthCheck {

  private final BackupHealth health;

  @Activate
  public HookCheck(@Reference BackupHealth health) {
    this.health = health;
  }

  @Override
  public Result execute() {
    String error = health.facts().hookError();
    CheckResult finding = new CheckResult();
    finding.value("no refusal");
    finding.limit("each backup is taken, where BACKUP_HOOK is set");
    if (!error.isEmpty()) {
      finding.value("failed");
      finding.add(
          Result.Status.WARN,
          "BACKUP_HOOK did not take " + error + "; the copy on this host is whole",
          "run the command by hand; the next backup is given to it again");
    }
    return finding.result("no backup was refused by BACKUP_HOOK, or it is not set");
  }
}
