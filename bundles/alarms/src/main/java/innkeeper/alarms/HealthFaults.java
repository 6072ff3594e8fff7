package innkeeper.alarms;

import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.incident.IncidentSource;
import innkeeper.api.thread.WatchedScheduler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Reports failed health checks as troubles: a full disk, a backup that is too old. A check must
 * fail twice in a row, because a bundle that is being replaced fails a check for a moment.
 */
@Component(immediate = true, service = IncidentSource.class)
public final class HealthFaults implements IncidentSource {

  private static final long PERIOD_SECONDS = 10;

  /** The number of periods between two runs while all checks pass. */
  private static final int RESTS = 3;

  private final Health health;
  private final WatchedScheduler thread = new WatchedScheduler("alarms-health", 1, 0);

  /** The checks that failed at the last run. Used on the one thread. */
  private Map<String, Trouble> last = Map.of();

  private int rested;
  private volatile List<Trouble> troubles = List.of();

  @Activate
  public HealthFaults(@Reference Health health) {
    this.health = health;
  }

  @Activate
  void start() {
    thread.scheduleWithFixedDelay(this::tick, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  @Deactivate
  void stop() {
    thread.shutdownNow();
  }

  private void tick() {
    if (!last.isEmpty() || ++rested >= RESTS) {
      rested = 0;
      look();
    }
  }

  void look() {
    Map<String, Trouble> now = new LinkedHashMap<>();
    for (HealthCheckResult check : health.report(Health.Level.FULL).checks()) {
      if (check.status() == HealthStatus.FAIL) {
        // The first text stays, so that a changed figure is not written again and again.
        Trouble was = last.get(check.name());
        now.put(check.name(), was == null ? trouble(check) : was);
      }
    }
    Map<String, Trouble> before = last;
    troubles = now.values().stream().filter(t -> before.containsKey(t.key())).toList();
    last = now;
  }

  private static Trouble trouble(HealthCheckResult check) {
    String value = check.value().isEmpty() ? "" : " (" + check.value() + ")";
    String fix = check.fix().isEmpty() ? "" : "; to do: " + check.fix();
    return new Trouble(
        check.name(), "", check.name() + ": " + check.why() + value + fix, check.at());
  }

  @Override
  public String name() {
    return "health";
  }

  @Override
  public List<Trouble> troubles() {
    return troubles;
  }
}
