package innkeeper.convert.imports;

import java.util.List;
import java.util.Map;

/** Reads a Procfile: {@code NAME: COMMAND} a line, as foreman, honcho and Heroku do. */
final class Procfile {

  private Procfile() {}

  static Converted read(String file, String text) {
    Converted out = new Converted(file);
    int number = 0;
    for (String raw : text.split("\n", -1)) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).strip();
      String command = colon < 0 ? "" : line.substring(colon + 1).strip();
      if (name.isEmpty() || command.isEmpty() || name.indexOf(' ') >= 0) {
        out.wrong(number, "is not a line NAME: COMMAND");
        continue;
      }
      try {
        List<String> words = ShellWords.command(command);
        Map<String, Object> definition = out.define(name, number);
        definition.put("command", words);
        if (name.equals("release")) {
          definition.put("autostart", false);
          definition.put("restart", "never");
          out.note(number, "release runs once per deployment elsewhere; here only when started");
        } else {
          definition.put("restart", "always");
        }
        if (command.contains("$PORT") || command.contains("${PORT")) {
          out.note(number, name + " asks for PORT and has none; give it one with a member port");
        } else if (name.equals("web")) {
          out.note(number, "web gets no PORT, which foreman sets; give it one with a member port");
        }
      } catch (IllegalArgumentException e) {
        out.wrong(number, name + " has a command that cannot be read: " + e.getMessage());
      }
    }
    return out;
  }
}
