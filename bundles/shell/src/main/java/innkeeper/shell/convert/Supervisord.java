package innkeeper.shell.convert;

import innkeeper.shell.convert.Ini.Section;
import innkeeper.shell.convert.Ini.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** supervisord.conf's programs. */
final class Supervisord {

  private static final String PROGRAM = "program:";

  /** Sections about supervisord itself, which has no counterpart to carry over. */
  private static final Set<String> ITS_OWN =
      Set.of("supervisord", "supervisorctl", "unix_http_server", "inet_http_server");

  private final Converted out;
  private final String here;
  private final Supplier<Map<String, String>> environment;

  private Supervisord(Converted out, String here, Supplier<Map<String, String>> environment) {
    this.out = out;
    this.here = here;
    this.environment = environment;
  }

  static Converted read(
      String file, String text, String here, Supplier<Map<String, String>> environment) {
    Converted out = new Converted(file);
    Supervisord reader = new Supervisord(out, here, environment);
    for (Section section : Ini.read(text, out)) {
      if (section.name().startsWith(PROGRAM)) {
        reader.program(section);
      } else if (section.name().equals("include")) {
        out.note(section.line(), "[include] is not followed; import its files one by one");
      } else if (!ITS_OWN.contains(section.name()) && !section.name().startsWith("rpcinterface:")) {
        out.note(
            section.line(), "[" + section.name() + "] is not kept: there is no such thing here");
      }
    }
    return out;
  }

  private void program(Section section) {
    String program = section.name().substring(PROGRAM.length()).strip();
    Map<String, String> values = new HashMap<>();
    values.put("program_name", program);
    values.put("group_name", program);
    values.put("here", here);
    values.put("host_node_name", "localhost");
    boolean env =
        section.values().values().stream().anyMatch(value -> value.text().contains("%(ENV_"));
    if (env) {
      environment.get().forEach((k, v) -> values.put("ENV_" + k, v));
    }
    try {
      int count = whole(section, "numprocs", 1, values);
      int first = whole(section, "numprocs_start", 0, values);
      Value name = section.values().get("process_name");
      if (count > 1 && (name == null || !name.text().contains("process_num"))) {
        out.wrong(
            section.line(),
            "[program:"
                + program
                + "] numprocs="
                + count
                + " needs %(process_num) in process_name");
        return;
      }
      if (count < 1 || count > 1000) {
        out.wrong(
            section.line(),
            "[program:" + program + "] numprocs is " + count + "; allowed: 1 to 1000");
        return;
      }
      for (int i = 0; i < count; i++) {
        values.put("process_num", Integer.toString(first + i));
        one(section, program, name, values, i == 0);
      }
    } catch (IllegalArgumentException e) {
      out.wrong(section.line(), "[" + section.name() + "] " + e.getMessage());
    }
  }

  private void one(
      Section section, String program, Value name, Map<String, String> values, boolean remark) {
    String process = name == null ? program : Expansion.expand(name.text(), values);
    Value command = section.values().get("command");
    if (command == null) {
      throw new IllegalArgumentException("has no command");
    }
    Map<String, Object> definition = out.define(process, section.line());
    definition.put("restart", "on-failure");
    for (Map.Entry<String, Value> entry : section.values().entrySet()) {
      Value value = entry.getValue();
      String text;
      try {
        text = Expansion.expand(value.text(), values);
        SupervisordKeys.put(definition, entry.getKey(), text);
      } catch (IllegalArgumentException e) {
        if (remark) {
          out.wrong(value.line(), entry.getKey() + ": " + e.getMessage());
        }
        continue;
      }
      String lost = remark ? SupervisordKeys.lost(entry.getKey(), text) : "";
      if (!lost.isEmpty()) {
        out.note(
            value.line(), "[" + section.name() + "] " + entry.getKey() + " is not kept: " + lost);
      }
    }
  }

  private static int whole(Section section, String key, int fallback, Map<String, String> values) {
    Value value = section.values().get(key);
    if (value == null) {
      return fallback;
    }
    try {
      return Integer.parseInt(Expansion.expand(value.text(), values).strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key + " is " + value.text() + "; allowed: a whole number", e);
    }
  }

  /** {@code KEY="value",KEY2=value}: quotes as in a shell, a comma between. */
  static Map<String, Object> environment(String text) {
    Map<String, Object> env = new LinkedHashMap<>();
    StringBuilder pair = new StringBuilder();
    char quote = 0;
    String all = text.replace('\n', ' ') + ",";
    for (int i = 0; i < all.length(); i++) {
      char c = all.charAt(i);
      if (quote == 0 && c == ',') {
        pair(pair.toString().strip(), env);
        pair.setLength(0);
        continue;
      }
      if (c == '\\' && quote == '"' && i + 1 < all.length()) {
        pair.append(c);
        c = all.charAt(++i);
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      pair.append(c);
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quote is not closed");
    }
    return env;
  }

  private static void pair(String pair, Map<String, Object> env) {
    if (pair.isEmpty()) {
      return;
    }
    int equals = pair.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException("a part is not KEY=value");
    }
    List<String> words = ShellWords.split(pair.substring(equals + 1));
    env.put(pair.substring(0, equals).strip(), String.join(" ", words));
  }
}
