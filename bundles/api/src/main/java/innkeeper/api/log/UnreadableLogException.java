package innkeeper.api.log;

import java.io.IOException;

/** A log exists, but cannot be read for a reason that an operator can remove. */
public final class UnreadableLogException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message a text with the file relative to DATA_DIR, the reason and the next step
   */
  public UnreadableLogException(String message) {
    super(message);
  }
}
