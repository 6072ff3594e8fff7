package innkeeper.supervisor.spawn;

/**
 * Reports that a server could not be started; the message names the stage, the value and what to
 * do.
 */
public final class SpawnException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean lasting;
  private final boolean scarce;

  public SpawnException(String message) {
    this(message, false, false);
  }

  private SpawnException(String message, boolean lasting, boolean scarce) {
    super(message);
    this.lasting = lasting;
    this.scarce = scarce;
  }

  /** Makes an exception for a host that has no room for one more server just now. */
  static SpawnException scarce(String message) {
    return new SpawnException(message, false, true);
  }

  /**
   * Makes an exception for a start that would fail again, because the machine lacks what it needs.
   */
  static SpawnException lasting(String message) {
    return new SpawnException(message, true, false);
  }

  public SpawnException(String message, Throwable cause) {
    super(message, cause);
    lasting = false;
    scarce = false;
  }

  /** Returns whether the start must wait, independent of the number of tries. */
  public boolean scarce() {
    return scarce;
  }

  /** Returns whether another try is useless. */
  public boolean lasting() {
    return lasting;
  }
}
