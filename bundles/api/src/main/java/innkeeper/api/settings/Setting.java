package innkeeper.api.settings;

import java.util.Optional;
import java.util.function.Function;

/**
 * One setting of the host: a row of {@link SettingsTable}. Immutable.
 *
 * @param name the environment variable, which is also the key in conf/innkeeper.config
 * @param fallback the default
 * @param allowed what is allowed, for people
 * @param live whether a change takes effect without a restart
 * @param about one sentence
 * @param check tells what is wrong with a value; empty when nothing is
 */
public record Setting(
    String name,
    String fallback,
    String allowed,
    boolean live,
    String about,
    Function<String, Optional<String>> check) {

  /**
   * Checks a value.
   *
   * @param value as the environment or the file has it
   * @return one line that names the setting, the value and what is allowed; empty when the value is
   *     allowed
   */
  public Optional<String> mistake(String value) {
    return check
        .apply(value)
        .map(wrong -> name + "=" + printable(value) + " " + wrong + "; allowed: " + allowed);
  }

  /** Returns the text with escapes in place of control characters, which a terminal would obey. */
  static String printable(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n') {
                out.append("\\n");
              } else if (Character.isISOControl(c)) {
                out.append("\\x%02x".formatted(c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
