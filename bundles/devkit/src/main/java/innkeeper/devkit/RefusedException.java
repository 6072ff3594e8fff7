package innkeeper.devkit;

/** It cannot be done; the message, for people, says why. */
class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
