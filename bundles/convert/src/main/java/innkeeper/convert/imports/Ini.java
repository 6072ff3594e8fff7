package innkeeper.convert.imports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads an INI file like supervisord: Python's configparser, with ; and # comments also within a
 * line.
 */
final class Ini {

  /**
   * @param line the number of its first line
   */
  record Value(String text, int line) {}

  /** A section. Its keys are in lower case; the last value of a repeated key counts. */
  record Section(String name, int line, Map<String, Value> values) {}

  private Ini() {}

  static List<Section> read(String text, Converted out) {
    List<Section> sections = new ArrayList<>();
    Map<String, Value> values = new LinkedHashMap<>();
    String key = null;
    int number = 0;
    for (String raw : text.split("\n", -1)) {
      number++;
      String line = uncommented(raw);
      String s = line.strip();
      if (s.isEmpty()) {
        continue;
      }
      if (Character.isWhitespace(line.charAt(0)) && key != null) {
        Value before = values.get(key);
        values.put(key, new Value(before.text() + "\n" + s, before.line()));
        continue;
      }
      if (s.startsWith("[") && s.endsWith("]")) {
        values = new LinkedHashMap<>();
        key = null;
        sections.add(new Section(s.substring(1, s.length() - 1).strip(), number, values));
        continue;
      }
      int at = separator(s);
      if (at < 1 || sections.isEmpty()) {
        out.wrong(number, "is neither a [section] nor KEY=VALUE within one");
        key = null;
        continue;
      }
      key = s.substring(0, at).strip().toLowerCase(Locale.ROOT);
      values.put(key, new Value(s.substring(at + 1).strip(), number));
    }
    return sections;
  }

  private static int separator(String line) {
    int equals = line.indexOf('=');
    int colon = line.indexOf(':');
    return equals < 0 ? colon : colon < 0 ? equals : Math.min(equals, colon);
  }

  private static String uncommented(String raw) {
    String line = raw.endsWith("\r") ? raw.substring(0, raw.length() - 1) : raw;
    String s = line.strip();
    if (s.startsWith("#") || s.startsWith(";")) {
      return "";
    }
    for (int i = 1; i < line.length(); i++) {
      char c = line.charAt(i);
      if ((c == ';' || c == '#') && Character.isWhitespace(line.charAt(i - 1))) {
        return line.substring(0, i);
      }
    }
    return line;
  }
}
