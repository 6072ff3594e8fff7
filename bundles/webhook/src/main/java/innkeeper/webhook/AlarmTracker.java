package innkeeper.webhook;

import innkeeper.api.backup.BackupListener;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Turns what happens into alarms: one when something goes wrong, one when it is well again, none in
 * between. Safe for many threads; returns at once.
 */
final class AlarmTracker implements ProjectListener, BackupListener {

  /** Ours tells of itself over the health report, or a dead receiver would fill its own queue. */
  private static final String OURS = "webhook:";

  private final Clock clock;
  private final Consumer<Alarm> sink;

  /** Channels that failed and have not run since. Guarded by this, like all below. */
  private final Set<String> failed = new HashSet<>();

  private final Set<String> flapping = new HashSet<>();
  private final Map<String, String> ill = new HashMap<>();
  private boolean backupFailed;

  AlarmTracker(Clock clock, Consumer<Alarm> sink) {
    this.clock = clock;
    this.sink = sink;
  }

  /** What has failed before this began to look is no news, but its recovery is. */
  synchronized void known(ProjectStatus project) {
    if (project.state() == ProjectState.FATAL) {
      failed.add(project.channelId());
    }
    if (project.health().flapping()) {
      flapping.add(project.channelId());
    }
  }

  @Override
  public synchronized void changed(ProjectStatus now) {
    String id = now.channelId();
    if (now.health().flapping() && flapping.add(id)) {
      alarm(
          "project.flapping",
          id,
          "project "
              + now.name()
              + " is flapping: it ended unasked three times or more within 15 minutes",
          "innkeeper why " + id);
    } else if (!now.health().flapping() && flapping.remove(id)) {
      alarm("project.steady", id, "project " + now.name() + " is flapping no more", "");
    }
    if (now.state() == ProjectState.FATAL && failed.add(id)) {
      alarm(
          "project.failed",
          id,
          "project " + now.name() + " failed: " + now.reason(),
          "innkeeper why " + id);
    } else if (now.state() == ProjectState.RUNNING && failed.remove(id)) {
      alarm("project.recovered", id, "project " + now.name() + " runs again", "");
    }
  }

  @Override
  public synchronized void removed(String channelId) {
    failed.remove(channelId);
    flapping.remove(channelId);
  }

  @Override
  public synchronized void progress(String phase, int percent, String detail) {
    if (phase.equals("failed")) {
      backupFailed = true;
      alarm("backup.failed", "bot.db", "a backup failed: " + detail, "innkeeper health");
    } else if (phase.equals("published") && backupFailed) {
      backupFailed = false;
      alarm("backup.recovered", "bot.db", "backups work again: " + detail, "");
    }
  }

  synchronized void report(HealthReport report) {
    for (HealthCheckResult check : report.checks()) {
      if (check.name().startsWith(OURS)) {
        continue;
      }
      String event = check.name().startsWith("disk:") ? "disk" : "health";
      if (check.status() == HealthStatus.FAIL) {
        if (ill.put(check.name(), event) == null) {
          alarm(
              event.equals("disk") ? "disk.full" : "health.failed",
              check.name(),
              check.name() + ": " + check.why() + value(check),
              check.fix());
        }
      } else if (check.status() == HealthStatus.PASS && ill.remove(check.name()) != null) {
        alarm(event + ".recovered", check.name(), check.name() + " is well again", "");
      }
    }
  }

  private static String value(HealthCheckResult check) {
    return check.value().isEmpty() ? "" : " (" + check.value() + ")";
  }

  void test() {
    alarm("test", "webhook", "a test, asked for by innkeeper webhook:test", "");
  }

  private void alarm(String event, String subject, String text, String fix) {
    sink.accept(
        new Alarm(UUID.randomUUID().toString(), event, subject, text, fix, clock.instant()));
  }
}
