package innkeeper.api.service;

/** A service was asked for and did not come, or the wait for it was interrupted. */
public class ServiceAwayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message one line for people: names the surface, the service and how long it was awaited
   * @param cause the interrupt that ended the wait; null where the time was up
   */
  public ServiceAwayException(String message, InterruptedException cause) {
    super(message, cause);
  }
}
