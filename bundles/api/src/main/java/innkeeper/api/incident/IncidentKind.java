package innkeeper.api.incident;

import innkeeper.api.json.JsonWord;
import java.util.Locale;

/** The kind of an incident. The kind may become more severe while the incident lasts. */
public enum IncidentKind implements JsonWord {
  /** A server that was RUNNING ended without a request, once or twice. */
  CRASH,
  /** A server could not be started, or ended before it was RUNNING, once. */
  FAILED_START,
  /** A server ended repeatedly before it was RUNNING, or the supervisor gave it up. */
  CRASH_LOOP,
  /** The servers ended 3 or more times within 15 minutes without a request while RUNNING. */
  FLAPPING,
  /** A server ran, but its probe failed. */
  PROBE_OUTAGE,
  /** The kernel killed a server because it reached its memoryMaxBytes. */
  MEMORY_KILL,
  /** A server was restarted because it passed its memoryRestartBytes. */
  MEMORY_RESTART,
  /** A run that a schedule had started failed. */
  FAILED_RUN,
  /** A run did not begin when its schedule said, or was left out. */
  MISSED_RUN,
  /** No host ran, although its stop was not requested. */
  HOST_OUTAGE,
  /** A backup failed, until the next that worked. */
  BACKUP_FAILURE,
  /**
   * An {@link IncidentSource} reported it: a health check that fails, or a bundle's own trouble.
   */
  FAULT;

  /**
   * Parses the form that {@link #word()} returns.
   *
   * @throws IllegalArgumentException if the word is unknown
   */
  public static IncidentKind of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
