package innkeeper.api.health;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Runs every {@code org.apache.felix.hc.api.HealthCheck} service (Felix Health Checks) in parallel
 * and adds the results up. Provided by the host bundle, so the service is never away. Safe for many
 * threads.
 *
 * <p>A check names itself with the service property {@code hc.name}. The first entry of its result
 * log is the sentence that says why; entries that start with {@code value: }, {@code limit: } and
 * {@code fix: } fill those fields. Result OK is pass, WARN and TEMPORARILY_UNAVAILABLE are warn,
 * all else is fail. A check has two seconds; one that hangs or throws counts as a warning and does
 * not delay the others.
 */
@ProviderType
public interface Health {

  /** Which checks to run. */
  enum Level {
    /** None: the process answers. */
    ALIVE,
    /** Whether every surface of the release is active; a warning counts as a failure. */
    READY,
    /** All of them. */
    FULL
  }

  /**
   * Runs the checks. Takes a little over two seconds at most, and microseconds as a rule.
   *
   * @param level which checks to run
   */
  HealthReport report(Level level);
}
