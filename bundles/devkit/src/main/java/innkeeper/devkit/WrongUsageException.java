package innkeeper.devkit;

/** Reports a wrong word on the command line; the message names it and the allowed words. */
final class WrongUsageException extends RefusedException {
  private static final long serialVersionUID = 1L;

  WrongUsageException(String message) {
    super(message);
  }
}
