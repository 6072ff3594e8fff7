package innkeeper.api.log;

import java.io.IOException;

/** The file that a position is in does not exist any more. */
public final class PositionGoneException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one with a message for people.
   *
   * @param message names the position, and says what is kept
   */
  public PositionGoneException(String message) {
    super(message);
  }
}
