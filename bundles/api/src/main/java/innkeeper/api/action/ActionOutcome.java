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

  /**
   * Checks that the text is there.
   *
   * @param ok whether it was done
   * @param text not null
   */
  public ActionOutcome {
    Objects.requireNonNull(text);
  }

  /**
   * It was done.
   *
   * @param text what was done, such as {@code 12 files deleted}
   * @return an outcome that is ok
   */
  public static ActionOutcome done(String text) {
    return new ActionOutcome(true, text);
  }

  /**
   * It was not done.
   *
   * @param text why, and what to do
   * @return an outcome that is not ok
   */
  public static ActionOutcome failed(String text) {
    return new ActionOutcome(false, text);
  }
}
