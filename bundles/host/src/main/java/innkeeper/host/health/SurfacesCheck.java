package innkeeper.host.health;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.host.boot.Boot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;

/** Checks whether every surface of the release serves. */
public final class SurfacesCheck {

  private final BundleContext context;
  private final Map<String, Service> needed = new LinkedHashMap<>();

  public SurfacesCheck(BundleContext context, boolean servesPage) {
    this.context = context;
    needed.put("store", new Service(AuditLog.class.getName(), null));
    needed.put("supervisor", new Service(Supervisor.class.getName(), null));
    needed.put("logging", new Service(Logs.class.getName(), null));
    needed.put("rotation", new Service(Rotator.class.getName(), null));
    needed.put("backup", new Service(Backups.class.getName(), null));
    if (servesPage) {
      needed.put(
          "admin",
          new Service("jakarta.servlet.Servlet", "(osgi.http.whiteboard.servlet.name=admin)"));
    }
    needed.put(
        "shell",
        new Service("org.apache.felix.service.command.Function", "(osgi.command.scope=inn)"));
  }

  /**
   * A service that a surface registers.
   *
   * @param filter a filter over its properties; null for any
   */
  private record Service(String type, String filter) {}

  /** Returns the names of the surfaces whose service is missing. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    needed.forEach(
        (name, service) -> {
          if (!isThere(service)) {
            missing.add(name);
          }
        });
    return missing;
  }

  private boolean isThere(Service service) {
    try {
      return context.getAllServiceReferences(service.type(), service.filter()) != null;
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  HealthCheckResult look() {
    List<String> missing = missing();
    Optional<String> failure = Boot.failure();
    if (failure.isPresent()) {
      return new HealthCheckResult(
          "surfaces:serving",
          HealthStatus.FAIL,
          needed.size() - missing.size() + " of " + needed.size(),
          "all",
          "The host ends: " + failure.get(),
          "",
          Instant.now());
    }
    boolean whole = missing.isEmpty();
    return new HealthCheckResult(
        "surfaces:serving",
        whole ? HealthStatus.PASS : HealthStatus.WARN,
        needed.size() - missing.size() + " of " + needed.size(),
        "all",
        whole ? "" : "Away: " + String.join(", ", missing) + ".",
        whole ? "" : "innkeeper surfaces says what each waits for.",
        Instant.now());
  }
}
