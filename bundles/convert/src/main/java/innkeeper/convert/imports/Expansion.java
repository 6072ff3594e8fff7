package innkeeper.convert.imports;

import java.util.Locale;
import java.util.Map;

/** Expands Python's {@code %(name)s} and {@code %(name)02d}, and {@code %%}. */
final class Expansion {

  private Expansion() {}

  /**
   * @param values the values by name; those of the environment under {@code ENV_X}
   * @throws IllegalArgumentException with the name that is unknown, or the text with a wrong form
   */
  static String expand(String text, Map<String, String> values) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i++);
      if (c != '%') {
        out.append(c);
      } else if (i < text.length() && text.charAt(i) == '%') {
        out.append('%');
        i++;
      } else {
        i = one(text, i, values, out);
      }
    }
    return out.toString();
  }

  private static int one(String text, int from, Map<String, String> values, StringBuilder out) {
    int close = text.indexOf(')', from);
    int type = close + 1;
    while (close > 0 && type < text.length() && Character.isDigit(text.charAt(type))) {
      type++;
    }
    if (from >= text.length()
        || text.charAt(from) != '('
        || close < 0
        || type >= text.length()
        || "sd".indexOf(text.charAt(type)) < 0) {
      throw new IllegalArgumentException("a % that is neither %% nor %(name)s in " + text);
    }
    String name = text.substring(from + 1, close);
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "%("
              + name
              + ")s is not known"
              + (name.startsWith("ENV_") ? ": no such variable in your environment" : ""));
    }
    String width = text.substring(close + 1, type);
    if (text.charAt(type) == 'd' && !width.isEmpty()) {
      value = String.format(Locale.ROOT, "%" + width + "d", Long.parseLong(value));
    }
    out.append(value);
    return type + 1;
  }
}
