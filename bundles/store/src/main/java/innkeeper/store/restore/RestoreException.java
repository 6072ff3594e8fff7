package innkeeper.store.restore;

/**
 * Reports that a restore or an archive was refused or failed, and that bot.db is unchanged. The
 * message gives the reason and the remedy to the operator.
 */
public final class RestoreException extends Exception {
  private static final long serialVersionUID = 1L;

  public RestoreException(String message) {
    super(message);
  }

  public RestoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
