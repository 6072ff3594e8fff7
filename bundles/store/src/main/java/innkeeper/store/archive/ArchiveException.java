package innkeeper.store.archive;

/**
 * Reports that an archive could not be made, or was refused. The message gives the reason and the
 * remedy.
 */
public final class ArchiveException extends Exception {

  private static final long serialVersionUID = 1L;

  ArchiveException(String message) {
    super(message);
  }

  ArchiveException(String message, Throwable cause) {
    super(message, cause);
  }
}
