package innkeeper.api.action;

import java.util.Objects;

/**
 * What came of an action. Immutable.
 *
 * @param ok whether it was done
 * @param text one line for people: what was done, or why it was not. It is redacted and cut after
 *     500 characters before page, commands and audit record show it
 */
public record ActionOutcome(boolean ok, String text) {

  /** Checks that the text is there. */
  public ActionOutcome {
    Objects.requireNonNull(text);
  }

  /**
   * It was done.
   *
   * @param text what was done, such as {@code 12 files deleted}
   */
  public static ActionOutcome done(String text) {
    return new ActionOutcome(true, text);
  }

  /**
   * It was not done.
   *
   * @param text why, and what to do
   */
  public static ActionOutcome failed(String text) {
    return new ActionOutcome(false, text);
  }
}
