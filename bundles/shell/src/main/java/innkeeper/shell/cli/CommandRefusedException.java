package innkeeper.shell.cli;

/** It cannot be done; the message, one line, says why. Exit status 1. */
public final class CommandRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public CommandRefusedException(String message) {
    super(message);
  }

  public CommandRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
