package innkeeper.convert.imports;

import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expands Python's {@code %(name)s} and {@code %(name)02d}, and {@code %%}. */
final class Expansion {

  /** A form, or a % that begins none. */
  private static final Pattern FORM = Pattern.compile("%(?:%|\\(([^)]*)\\)([0-9]*)([sd]))?");

  private Expansion() {}

  /**
   * @param values the values by name; those of the environment under {@code ENV_X}
   * @throws IllegalArgumentException with the name that is unknown, or the text with a wrong form
   */
  static String expand(String text, Map<String, String> values) {
    return FORM.matcher(text)
        .replaceAll(
            form -> {
              if (form.group(3) == null && !form.group().equals("%%")) {
                throw new IllegalArgumentException(
                    "a % that is neither %% nor %(name)s in " + text);
              }
              String value = form.group(3) == null ? "%" : value(form, values);
              return Matcher.quoteReplacement(value);
            });
  }

  private static String value(MatchResult form, Map<String, String> values) {
    String name = form.group(1);
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "%("
              + name
              + ")s is not known"
              + (name.startsWith("ENV_") ? ": no such variable in your environment" : ""));
    }
    String width = form.group(2);
    return form.group(3).equals("d") && !width.isEmpty()
        ? String.format(Locale.ROOT, "%" + width + "d", Long.parseLong(value))
        : value;
  }
}
