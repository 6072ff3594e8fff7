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
    needed.put("store", Service.of(AuditLog.class));
    needed.put("supervisor", Service.of(Supervisor.class));
    needed.put("logging", Service.of(Logs.class));
    needed.put("rotation", Service.of(Rotator.class));
    needed.put("backup", Service.of(Backups.class));
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
  private record Service(String type, String filter) {

    static Service of(Class<?> type) {
      return new Service(type.getName(), null);
    }
  }

  public List<String> missing() {
    return needed.keySet().stream().filter(name -> !isThere(needed.get(name))).toList();
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
    HealthStatus status = missing.isEmpty() ? HealthStatus.PASS : HealthStatus.WARN;
    String why = missing.isEmpty() ? "" : "Away: " + String.join(", ", missing) + ".";
    String fix = missing.isEmpty() ? "" : "innkeeper surfaces says what each waits for.";
    return new HealthCheckResult(
        "surfaces:serving",
        failure.isPresent() ? HealthStatus.FAIL : status,
        needed.size() - missing.size() + " of " + needed.size(),
        "all",
        failure.map(reason -> "The host ends: " + reason).orElse(why),
        failure.isPresent() ? "" : fix,
        Instant.now());
  }
}
