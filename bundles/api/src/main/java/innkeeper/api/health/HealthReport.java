package innkeeper.api.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The host's state of health. A failed project is a {@code WARN}; only the host's own faults are
 * {@code FAIL}.
 *
 * @param status the worst of all checks
 * @param projects how many are defined
 * @param ready how many are ready
 * @param uptimeMs since the framework started
 * @param version the host's version
 * @param checks by name
 */
public record HealthReport(
    HealthStatus status,
    int projects,
    int ready,
    long uptimeMs,
    String version,
    List<HealthCheckResult> checks) {

  /** Whether the host itself is all right: everything but {@code FAIL}. */
  public boolean ok() {
    return status != HealthStatus.FAIL;
  }

  /** Wire form, contract §5. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("status", status.word());
    map.put("ok", ok());
    map.put("projects", projects);
    map.put("ready", ready);
    map.put("uptimeMs", uptimeMs);
    map.put("version", version);
    Map<String, Object> byName = new LinkedHashMap<>();
    checks.forEach(c -> byName.put(c.name(), c.toMap()));
    map.put("checks", byName);
    return map;
  }
}
