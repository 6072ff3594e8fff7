package innkeeper.shell.cli;

/**
 * Thrown when a command cannot be done; the message gives the reason in one line. The exit status
 * is 1.
 */
public final class CommandRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public CommandRefusedException(String message) {
    super(message);
  }

  public CommandRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
