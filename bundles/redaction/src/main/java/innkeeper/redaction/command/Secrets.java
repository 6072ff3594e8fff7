package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.value.Values;

/** Takes what a command's arguments have to hide. */
public interface Secrets {
  /** {@code mysql -pPASSWORD}, in a manual. */
  Pattern CAPITALS = Values.after("capital-noun");

  void hide(int from, int to);

  /** The value of a header with cookies. */
  void hideCookies(int from, int to);

  /** Hides a value, unless it only stands in a secret's place. */
  default void hideValue(LineText line, int from, int to) {
    boolean capitals = from < to && CAPITALS.matches(LineText.ofValue(line.b, to), from);
    if (from < to && !capitals && !Values.builtin().placeholder(line, from, to)) {
      hide(from, to);
    }
  }
}
