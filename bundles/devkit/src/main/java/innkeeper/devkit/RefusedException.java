package innkeeper.devkit;

/** Reports that something cannot be done; the message gives the reason to the user. */
class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
