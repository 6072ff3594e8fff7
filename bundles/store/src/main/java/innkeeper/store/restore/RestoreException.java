package innkeeper.store.restore;

/** A restore that was refused or failed; bot.db is as it was. The message is for people. */
public final class RestoreException extends Exception {
  private static final long serialVersionUID = 1L;

  RestoreException(String message) {
    super(message);
  }

  RestoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
