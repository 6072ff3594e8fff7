package innkeeper.api.action;

import java.util.Objects;

/**
 * The outcome of an action on a project. Immutable.
 *
 * @param ok whether the action was done
 * @param text one line for people: what was done, or why it was not. It is redacted and cut after
 *     500 characters before page, commands and audit record show it
 */
public record ActionOutcome(boolean ok, String text) {

  /** Checks that {@code text} is not null. */
  public ActionOutcome {
    Objects.requireNonNull(text);
  }

  /**
   * Returns the outcome of an action that was done.
   *
   * @param text what was done, such as {@code 12 files deleted}
   */
  public static ActionOutcome done(String text) {
    return new ActionOutcome(true, text);
  }

  /**
   * Returns the outcome of an action that was not done.
   *
   * @param text why, and what to do
   */
  public static ActionOutcome failed(String text) {
    return new ActionOutcome(false, text);
  }
}
