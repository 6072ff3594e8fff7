package innkeeper.store.sqlite;

import java.io.IOException;

/**
 * Reports that SQLite's library cannot be loaded. The message is one line with the reason and the
 * remedy.
 */
public final class NativeLibraryException extends IOException {
  private static final long serialVersionUID = 1L;

  NativeLibraryException(String message, Throwable cause) {
    super(message, cause);
  }
}
