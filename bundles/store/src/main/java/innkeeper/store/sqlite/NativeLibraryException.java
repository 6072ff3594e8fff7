package innkeeper.store.sqlite;

import java.io.IOException;

/** SQLite's library cannot be loaded; the message, one line, says why and what to do. */
public final class NativeLibraryException extends IOException {
  private static final long serialVersionUID = 1L;

  NativeLibraryException(String message, Throwable cause) {
    super(message, cause);
  }
}
