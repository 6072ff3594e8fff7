package innkeeper.store.archive;

/** An archive could not be made, or was refused; the message says why and what to do. */
public final class ArchiveException extends Exception {

  private static final long serialVersionUID = 1L;

  ArchiveException(String message) {
    super(message);
  }

  ArchiveException(String message, Throwable cause) {
    super(message, cause);
  }
}
