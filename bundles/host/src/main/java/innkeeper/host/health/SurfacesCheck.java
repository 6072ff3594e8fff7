package innkeeper.host.health;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.Supervisor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;

/** Whether every surface of the release serves. */
public final class SurfacesCheck {

  private static final Map<String, Class<?>> NEEDED = new LinkedHashMap<>();

  static {
    NEEDED.put("store", AuditLog.class);
    NEEDED.put("supervisor", Supervisor.class);
    NEEDED.put("logging", Logs.class);
    NEEDED.put("rotation", Rotator.class);
    NEEDED.put("backup", Backups.class);
  }

  private final BundleContext context;

  public SurfacesCheck(BundleContext context) {
    this.context = context;
  }

  /** Names of surfaces whose service is not there. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    NEEDED.forEach(
        (name, service) -> {
          if (context.getServiceReference(service.getName()) == null) {
            missing.add(name);
          }
        });
    return missing;
  }

  HealthCheckResult look() {
    List<String> missing = missing();
    boolean whole = missing.isEmpty();
    return new HealthCheckResult(
        "surfaces:serving",
        whole ? HealthStatus.PASS : HealthStatus.WARN,
        NEEDED.size() - missing.size() + " of " + NEEDED.size(),
        "all",
        whole ? "" : "Away: " + String.join(", ", missing) + ".",
        whole ? "" : "innkeeper surfaces says what each waits for.",
        Instant.now());
  }
}
