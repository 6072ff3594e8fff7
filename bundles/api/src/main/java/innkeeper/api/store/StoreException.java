package innkeeper.api.store;

/** bot.db could not be read or written. Unless a method says otherwise, nothing was changed. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one without a cause.
   *
   * @param message one line for people: what failed, why, what to do
   */
  public StoreException(String message) {
    super(message);
  }

  /**
   * Makes one with a cause.
   *
   * @param message one line for people: what failed, why, what to do
   */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
