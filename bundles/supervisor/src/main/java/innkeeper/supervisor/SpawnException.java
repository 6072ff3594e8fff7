package innkeeper.supervisor;

/** A server could not be started; the message names the stage, the value and what to do. */
final class SpawnException extends Exception {
  private static final long serialVersionUID = 1L;

  SpawnException(String message) {
    super(message);
  }

  SpawnException(String message, Throwable cause) {
    super(message, cause);
  }
}
