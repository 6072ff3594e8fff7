package innkeeper.api.health;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The summary of all checks. Immutable. A failed project is a {@code WARN}; only the host's own
 * faults are {@code FAIL}.
 *
 * @param status the worst of all checks
 * @param projects the number of defined projects; 0 while they are not known
 * @param ready the number of ready projects
 * @param uptimeMs milliseconds since the host bundle started
 * @param version the host's version
 * @param checks the result of each check: the check of the surfaces first, then the others by name
 */
@JsonForm(name = "Health")
public record HealthReport(
    HealthStatus status,
    int projects,
    int ready,
    long uptimeMs,
    String version,
    @JsonForm(hidden = true) List<HealthCheckResult> checks)
    implements JsonBody {

  /** Returns whether the host itself works: {@code status} is not {@code FAIL}. */
  @JsonForm(after = "status")
  public boolean ok() {
    return status != HealthStatus.FAIL;
  }

  @JsonForm(name = "checks", after = "version")
  Map<String, HealthCheckResult> checksByName() {
    Map<String, HealthCheckResult> byName = new LinkedHashMap<>();
    checks.forEach(c -> byName.put(c.name(), c));
    return byName;
  }
}
