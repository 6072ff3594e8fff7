package innkeeper.api.settings;

import java.util.Optional;
import java.util.function.Function;

/**
 * One setting of the host: a row of {@link SettingsTable}. Immutable.
 *
 * @param name the environment variable, which is also the key in conf/innkeeper.config
 * @param fallback the default
 * @param allowed the allowed values, for people
 * @param live whether a change takes effect without a restart
 * @param about a description of one sentence
 * @param check returns what is wrong with a value; empty if the value is allowed
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
   * @param value the value from the environment or the file
   * @return one line with the setting, the value and the allowed values; empty if the value is
   *     allowed
   */
  public Optional<String> mistake(String value) {
    return check
        .apply(value)
        .map(wrong -> name + "=" + printable(value) + " " + wrong + "; allowed: " + allowed);
  }

  /**
   * Returns the text with escapes in place of control characters, which would control a terminal.
   */
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
