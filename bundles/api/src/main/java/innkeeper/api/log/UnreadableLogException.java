package innkeeper.api.log;

import java.io.IOException;

/** A log exists and cannot be read, for a reason that an operator can remove. */
public final class UnreadableLogException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one with a message for people.
   *
   * @param message names the file, relative to DATA_DIR, says why and what to do
   */
  public UnreadableLogException(String message) {
    super(message);
  }
}
