package innkeeper.convert.exports;

import innkeeper.convert.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes maps, lists and texts as YAML 1.2 in block style. A text that a parser could misread is
 * written as a JSON string, which is valid YAML.
 */
final class YamlText {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9_./@-]*");

  /** The words that YAML 1.1 reads as booleans or null, in upper or lower case. */
  private static final Pattern WORD = Pattern.compile("(?i)y|yes|n|no|on|off|true|false|null|nan");

  private final StringBuilder out = new StringBuilder();

  private YamlText() {}

  static String of(Map<String, ?> document) {
    YamlText yaml = new YamlText();
    yaml.map(document, 0);
    return yaml.out.toString();
  }

  /**
   * Returns a map that keeps the order of its keys.
   *
   * @param members key, value, key, value …; a member whose value is null is left out
   */
  static Map<String, Object> mapping(Object... members) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      if (members[i + 1] != null) {
        map.put((String) members[i], members[i + 1]);
      }
    }
    return map;
  }

  private void map(Map<?, ?> map, int indent) {
    boolean first = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      // The first key of a list element follows the dash on the same line.
      if (!first || out.length() == 0 || out.charAt(out.length() - 1) == '\n') {
        indent(indent);
      }
      first = false;
      out.append(scalar(String.valueOf(entry.getKey()))).append(':');
      value(entry.getValue(), indent);
    }
  }

  private void value(Object value, int indent) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      out.append('\n');
      map(map, indent + 2);
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      out.append('\n');
      for (Object one : list) {
        indent(indent + 2);
        out.append('-');
        if (one instanceof Map<?, ?> map && !map.isEmpty()) {
          out.append(' ');
          map(map, indent + 4);
        } else {
          value(one, indent + 2);
        }
      }
    } else if (value instanceof String text && text.endsWith("\n") && !text.startsWith(" ")) {
      out.append(" |\n");
      for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
        indent(indent + 2);
        out.append(line).append('\n');
      }
    } else {
      out.append(' ')
          .append(value instanceof String text ? scalar(text) : empty(value))
          .append('\n');
    }
  }

  private static String empty(Object value) {
    if (value instanceof Map<?, ?>) {
      return "{}";
    }
    return value instanceof List<?> ? "[]" : String.valueOf(value);
  }

  private static String scalar(String text) {
    return PLAIN.matcher(text).matches() && !WORD.matcher(text).matches() ? text : Json.line(text);
  }

  private void indent(int columns) {
    out.append(" ".repeat(columns));
  }
}
