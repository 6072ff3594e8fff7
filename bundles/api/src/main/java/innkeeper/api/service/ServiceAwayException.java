package innkeeper.api.service;

/** A requested service did not appear in time, or the wait for it was interrupted. */
public class ServiceAwayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message one line for people with the surface, the service and the time of the wait
   * @param cause the interrupt that ended the wait; null if the time limit passed
   */
  public ServiceAwayException(String message, InterruptedException cause) {
    super(message, cause);
  }
}
