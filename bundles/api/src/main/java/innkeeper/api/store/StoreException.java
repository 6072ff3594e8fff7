package innkeeper.api.store;

/**
 * bot.db could not be read or written. Unless a method documents otherwise, nothing was changed.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message one line for people: the failed step, the reason, the next step
   */
  public StoreException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message one line for people: the failed step, the reason, the next step
   */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
