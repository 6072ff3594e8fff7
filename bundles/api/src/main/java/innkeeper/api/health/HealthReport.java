package innkeeper.api.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All checks added up. Immutable. A failed project is a {@code WARN}; only the host's own faults
 * are {@code FAIL}.
 *
 * @param status the worst of all checks
 * @param projects how many projects are defined; 0 while they are not known
 * @param ready how many of them are ready
 * @param uptimeMs milliseconds since the host bundle started
 * @param version the host's version
 * @param checks what each check found: that of the surfaces first, then the others by name
 */
public record HealthReport(
    HealthStatus status,
    int projects,
    int ready,
    long uptimeMs,
    String version,
    List<HealthCheckResult> checks) {

  /**
   * Whether the host itself works.
   *
   * @return false if {@code status} is {@code FAIL}
   */
  public boolean ok() {
    return status != HealthStatus.FAIL;
  }

  /**
   * The JSON form of {@code /api/health}.
   *
   * @return a new map, with the checks by name under {@code checks}
   */
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
