package innkeeper.store.restore;

/**
 * Reports that a restore was refused or failed, and that bot.db is unchanged. The message is for
 * the operator.
 */
public final class RestoreException extends Exception {
  private static final long serialVersionUID = 1L;

  RestoreException(String message) {
    super(message);
  }

  RestoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
