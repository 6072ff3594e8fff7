package innkeeper.api.log;

import java.io.IOException;

/** A log that is there and cannot be read, which an operator can mend. */
public final class UnreadableLogException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message names the file, relative to DATA_DIR, says why and what to do
   */
  public UnreadableLogException(String message) {
    super(message);
  }
}
