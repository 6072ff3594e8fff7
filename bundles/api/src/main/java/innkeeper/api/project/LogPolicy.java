package innkeeper.api.project;

/**
 * What a project wants of its log, over the host's settings.
 *
 * @param maxBytes rotates before it passes this; 0 for the host's LOG_MAX_BYTES
 * @param maxFiles archives kept; 0 for the host's LOG_MAX_FILES
 * @param whenFull what happens when the disk is full and no archive is left to give way
 */
public record LogPolicy(long maxBytes, int maxFiles, WhenFull whenFull) {

  /** What a full disk means for a server's output. */
  public enum WhenFull {
    /** The server waits; nothing is lost. */
    WAIT,
    /** Lines are dropped, and their number is written down when space returns. */
    DROP;

    /** Lower case, as the definition's JSON has it. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** The host's settings, and wait. */
  public static final LogPolicy DEFAULT = new LogPolicy(0, 0, WhenFull.WAIT);
}
