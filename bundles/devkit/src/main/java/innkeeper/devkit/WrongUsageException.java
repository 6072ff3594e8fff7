package innkeeper.devkit;

/** A word of the command line is wrong; the message says which, and what is allowed. */
final class WrongUsageException extends RefusedException {
  private static final long serialVersionUID = 1L;

  WrongUsageException(String message) {
    super(message);
  }
}
