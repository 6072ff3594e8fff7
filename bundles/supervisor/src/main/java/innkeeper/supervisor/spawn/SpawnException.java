package innkeeper.supervisor.spawn;

/** A server could not be started; the message names the stage, the value and what to do. */
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

  /** The host has no room for one more server just now. */
  static SpawnException scarce(String message) {
    return new SpawnException(message, false, true);
  }

  /** Another try would fail like this one: the machine does not offer what is needed. */
  static SpawnException lasting(String message) {
    return new SpawnException(message, true, false);
  }

  public SpawnException(String message, Throwable cause) {
    super(message, cause);
    lasting = false;
    scarce = false;
  }

  /** Whether the start is to wait, however often it has been tried. */
  public boolean scarce() {
    return scarce;
  }

  /** Whether another try makes no sense. */
  public boolean lasting() {
    return lasting;
  }
}
