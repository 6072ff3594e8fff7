package innkeeper.api.settings;

import java.util.Optional;
import java.util.function.Function;

/**
 * One row of the table.
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

  /** One line that names the variable, the value and what is allowed; empty when it may stand. */
  public Optional<String> mistake(String value) {
    return check
        .apply(value)
        .map(wrong -> name + "=" + value + " " + wrong + "; allowed: " + allowed);
  }
}
