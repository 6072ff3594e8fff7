package innkeeper.api.project;

/**
 * The limits that a project sets for its own log, in place of the host's settings. Immutable.
 *
 * @param maxBytes the log rotates before it passes this many bytes; 0 for the host's LOG_MAX_BYTES
 * @param maxFiles how many archives are kept; 0 for the host's LOG_MAX_FILES
 * @param whenFull what happens to output when the disk is full and no archive is left to delete
 */
public record LogPolicy(long maxBytes, int maxFiles, WhenFull whenFull) {

  /** What a full disk means for a server's output. */
  public enum WhenFull {
    /** The server waits; nothing is lost. */
    WAIT,
    /** Lines are discarded; once there is space again, the log says how many. */
    DROP;

    /**
     * The constant's form in a definition's JSON.
     *
     * @return {@code wait} or {@code drop}
     */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** The host's limits, and {@link WhenFull#WAIT}. */
  public static final LogPolicy DEFAULT = new LogPolicy(0, 0, WhenFull.WAIT);
}
