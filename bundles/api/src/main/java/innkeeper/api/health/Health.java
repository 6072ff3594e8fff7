package innkeeper.api.health;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Asks every {@code org.apache.felix.hc.api.HealthCheck} service and adds it up. A check names
 * itself with the service property {@code hc.name}; its result log's first entry is the sentence,
 * and entries that start with {@code value: }, {@code limit: } and {@code fix: } fill those fields.
 * Result OK is pass, WARN and TEMPORARILY_UNAVAILABLE are warn, all else fail. A check has two
 * seconds; one that hangs or throws is itself a warning and holds up nobody. Safe for many threads.
 */
@ProviderType
public interface Health {

  /** How deep to look. */
  enum Level {
    /** The process answers. */
    ALIVE,
    /** Every surface of the release serves. */
    READY,
    /** All checks. */
    FULL
  }

  /** Takes at most a little over two seconds; usually microseconds. */
  HealthReport report(Level level);
}
