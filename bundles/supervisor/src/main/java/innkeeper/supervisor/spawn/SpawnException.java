package innkeeper.supervisor.spawn;

/**
 * Reports that a server could not be started; the message names the stage, the value and what to
 * do.
 */
public final class SpawnException extends Exception {

  private static final long serialVersionUID = 1L;

  private boolean lasting;
  private boolean scarce;

  public SpawnException(String message) {
    super(message);
  }

  public SpawnException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Makes an exception for a host that has no room for one more server just now. */
  static SpawnException scarce(String message) {
    SpawnException e = new SpawnException(message);
    e.scarce = true;
    return e;
  }

  /**
   * Makes an exception for a start that would fail again, because the machine lacks what it needs.
   */
  static SpawnException lasting(String message) {
    SpawnException e = new SpawnException(message);
    e.lasting = true;
    return e;
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
