package innkeeper.convert.imports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of converting a file: definitions in their JSON form, and notes about settings that
 * were lost.
 *
 * @param file the file that notes and mistakes name
 * @param notes one line for each setting that was dropped or changed: place, setting and reason
 * @param mistakes one line for each mistake; if there is any, the definitions must not be applied
 */
record Converted(
    String file, List<Map<String, Object>> definitions, List<String> notes, List<String> mistakes) {

  private static final int LONGEST_ID = 60;

  Converted(String file) {
    this(file, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /** Returns the same result, whose further notes name another file. */
  Converted in(String other) {
    return new Converted(other, definitions, notes, mistakes);
  }

  /**
   * Adds a definition. Its channelId is the name, changed if a channelId does not allow it or if it
   * is taken.
   */
  Map<String, Object> define(String name, int line) {
    String id = fit(name);
    String free = id;
    for (int n = 2; taken(free); n++) {
      free = id + "-" + n;
    }
    if (!free.equals(name)) {
      note(line, "the name " + name + " becomes " + free);
    }
    Map<String, Object> definition = new LinkedHashMap<>();
    definition.put("channelId", free);
    definitions.add(definition);
    return definition;
  }

  /** Converts a foreign name to a valid channelId. */
  private static String fit(String name) {
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < name.length() && id.length() < LONGEST_ID; i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      boolean mark = c == '_' || c == '-' || c == '.' && id.length() > 0;
      id.append(letter || mark ? c : '-');
    }
    String fitted = id.length() == 0 ? "project" : id.toString();
    return fitted.equals("main") ? "main-project" : fitted;
  }

  private boolean taken(String id) {
    return definitions.stream().anyMatch(d -> id.equals(d.get("channelId")));
  }

  void note(int line, String text) {
    notes.add(place(line) + text);
  }

  void wrong(int line, String text) {
    mistakes.add(place(line) + text);
  }

  private String place(int line) {
    return line > 0 ? file + ":" + line + ": " : file + ": ";
  }
}
