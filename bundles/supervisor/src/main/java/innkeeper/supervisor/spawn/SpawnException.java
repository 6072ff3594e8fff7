package innkeeper.supervisor.spawn;

/** A server could not be started; the message names the stage, the value and what to do. */
public final class SpawnException extends Exception {
  private static final long serialVersionUID = 1L;

  public SpawnException(String message) {
    super(message);
  }

  public SpawnException(String message, Throwable cause) {
    super(message, cause);
  }
}
