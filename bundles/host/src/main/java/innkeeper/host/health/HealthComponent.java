package innkeeper.host.health;

import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.apache.felix.hc.api.HealthCheck;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Collects the health checks of all bundles and combines their results. */
@Component(immediate = true)
public final class HealthComponent implements Health {

  private final Map<String, HealthCheck> checks = new ConcurrentSkipListMap<>();
  private final Settings settings;
  private final SurfacesCheck surfaces;
  private final CheckRunner runner = new CheckRunner();
  private final long startedNanos = System.nanoTime();

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  @Activate
  public HealthComponent(BundleContext context, @Reference Settings settings) {
    this.settings = settings;
    this.surfaces = new SurfacesCheck(context, settings.servesPage());
  }

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void addCheck(HealthCheck check, Map<String, Object> properties) {
    checks.put(name(check, properties), check);
  }

  void removeCheck(HealthCheck check, Map<String, Object> properties) {
    checks.remove(name(check, properties), check);
  }

  @Deactivate
  void stop() {
    runner.close();
  }

  @Override
  public HealthReport report(Level level) {
    List<HealthCheckResult> results = new ArrayList<>();
    if (level != Level.ALIVE) {
      results.add(surfaces.look());
    }
    if (level == Level.FULL) {
      results.addAll(runner.run(checks));
    }
    HealthStatus status =
        results.stream()
            .map(HealthCheckResult::status)
            .reduce(HealthStatus.PASS, HealthStatus::and);
    if (level == Level.READY && status == HealthStatus.WARN) {
      status = HealthStatus.FAIL;
    }
    List<ProjectStatus> projects = projects();
    int ready = (int) projects.stream().filter(p -> p.status().equals("ready")).count();
    long uptime = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    return new HealthReport(status, projects.size(), ready, uptime, settings.version(), results);
  }

  /**
   * Returns the projects; empty also while they are unknown, which a check of the supervisor
   * reports.
   */
  private List<ProjectStatus> projects() {
    try {
      return supervisor.get().map(Supervisor::projects).orElse(List.of());
    } catch (StoreException e) {
      return List.of();
    }
  }

  private static String name(HealthCheck check, Map<String, Object> properties) {
    return properties.get("hc.name") instanceof String name ? name : check.getClass().getName();
  }
}
