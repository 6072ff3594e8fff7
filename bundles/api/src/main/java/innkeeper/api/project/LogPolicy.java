package innkeeper.api.project;

import innkeeper.api.json.JsonWord;

/**
 * The limits of a project's own log, which replace the host's settings. Immutable.
 *
 * @param maxBytes the size in bytes before which the log rotates; 0 for the host's LOG_MAX_BYTES
 * @param maxFiles the number of archives that are kept; 0 for the host's LOG_MAX_FILES
 * @param whenFull the treatment of output when the disk is full and no archive can be deleted
 */
public record LogPolicy(long maxBytes, int maxFiles, WhenFull whenFull) {

  /** The treatment of a server's output on a full disk. */
  public enum WhenFull implements JsonWord {
    /** The server waits; no output is lost. */
    WAIT,
    /** Lines are discarded; the log reports their number once there is space again. */
    DROP;
  }

  /** The host's limits, and {@link WhenFull#WAIT}. */
  public static final LogPolicy DEFAULT = new LogPolicy(0, 0, WhenFull.WAIT);
}
