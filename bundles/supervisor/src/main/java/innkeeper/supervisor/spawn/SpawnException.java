package innkeeper.supervisor.spawn;

/** A server could not be started; the message names the stage, the value and what to do. */
public final class SpawnException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean lasting;

  public SpawnException(String message) {
    this(message, false);
  }

  private SpawnException(String message, boolean lasting) {
    super(message);
    this.lasting = lasting;
  }

  /** Another try would fail like this one: the machine does not offer what is needed. */
  static SpawnException lasting(String message) {
    return new SpawnException(message, true);
  }

  public SpawnException(String message, Throwable cause) {
    super(message, cause);
    lasting = false;
  }

  /** Whether another try makes no sense. */
  public boolean lasting() {
    return lasting;
  }
}
