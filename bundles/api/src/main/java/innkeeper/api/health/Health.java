package innkeeper.api.health;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Runs every {@code org.apache.felix.hc.api.HealthCheck} service (Felix Health Checks) in parallel
 * and summarises the results. The host bundle provides it, so the service is never away. Safe for
 * many threads.
 *
 * <p>The service property {@code hc.name} is the name of a check. The first entry of its result log
 * is the sentence with the reason. Entries that start with {@code value: }, {@code limit: } and
 * {@code fix: } fill those fields. Result OK is pass, WARN and TEMPORARILY_UNAVAILABLE are warn,
 * all else is fail. A check has two seconds. A check that hangs or throws counts as a warning and
 * does not delay the others.
 */
@ProviderType
public interface Health {

  /** A set of checks. */
  enum Level {
    /** No check: an answer shows that the process lives. */
    ALIVE,
    /** The check that every surface of the release is active; a warning counts as a failure. */
    READY,
    /** All checks. */
    FULL
  }

  /**
   * Runs the checks. It takes a little over two seconds at most, and usually microseconds.
   *
   * @param level the set of checks
   */
  HealthReport report(Level level);
}
