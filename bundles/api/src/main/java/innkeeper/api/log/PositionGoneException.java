package innkeeper.api.log;

import java.io.IOException;

/** The file of a position does not exist any more. */
public final class PositionGoneException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message a text that names the position and the time of the oldest line that is kept
   */
  public PositionGoneException(String message) {
    super(message);
  }
}
