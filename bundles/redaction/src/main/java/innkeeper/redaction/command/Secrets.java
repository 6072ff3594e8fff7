package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** Takes what a command's arguments have to hide. */
public interface Secrets {
  void hide(int from, int to);

  /** The value of a header with cookies. */
  void hideCookies(int from, int to);

  /** Hides a value, unless it only stands in a secret's place. */
  default void hideValue(LineText line, int from, int to) {
    if (from < to
        && !ValueCheck.metavariable(line.b, from, to)
        && !Values.builtin().placeholder(line, from, to)) {
      hide(from, to);
    }
  }
}
