package innkeeper.convert.imports;

import innkeeper.api.convert.ForeignFile;
import innkeeper.api.convert.ForeignFiles;
import innkeeper.api.settings.Settings;
import innkeeper.convert.imports.Ini.Section;
import innkeeper.convert.imports.Ini.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts the programs of a supervisord.conf. */
final class Supervisord {

  private static final String PROGRAM = "program:";

  /** The sections about supervisord itself, which have no counterpart here. */
  private static final Set<String> ITS_OWN =
      Set.of("supervisord", "include", "supervisorctl", "unix_http_server", "inet_http_server");

  private final ForeignFiles others;

  /** The values for %(ENV_X)s; the file that is read first sets them. */
  private final Map<String, String> variables = new HashMap<>();

  /** The environment of all programs; a program's own variables override it. */
  private final Map<String, Object> common = new LinkedHashMap<>();

  /** The defaults of all programs; a program's own values override them. */
  private final Map<String, Object> members = new LinkedHashMap<>();

  /** The result, whose notes name the file that is read now. */
  private Converted out;

  /** The directory of the file that is read now. */
  private String here = "";

  private Supervisord(Converted out, ForeignFiles others) {
    this.out = out;
    this.others = others;
  }

  static Converted read(ForeignFile main, ForeignFiles others) {
    Supervisord reader = new Supervisord(new Converted(main.name()), others);
    reader.enter(main);
    List<Section> sections = Ini.read(main.text(), reader.out);
    sections.stream().filter(s -> s.name().equals("supervisord")).forEach(reader::itself);
    sections.forEach(reader::section);
    for (Section section : sections) {
      if (section.name().equals("include")) {
        for (ForeignFile file : reader.included(section)) {
          reader.enter(file);
          Ini.read(file.text(), reader.out).forEach(reader::section);
        }
        reader.enter(main);
      }
    }
    return reader.out;
  }

  /**
   * Begins or continues a file. The caller's environment is added if the file names a variable;
   * known variables keep their values.
   */
  private void enter(ForeignFile file) {
    out = out.in(file.name());
    here = file.directory().toString();
    if (file.text().contains("%(ENV_")) {
      others.environment().forEach((k, v) -> variables.putIfAbsent("ENV_" + k, v));
    }
  }

  private void section(Section section) {
    String name = section.name();
    if (name.startsWith(PROGRAM)) {
      program(section);
    } else if (!ITS_OWN.contains(name) && !name.startsWith("rpcinterface:")) {
      out.note(section.line(), "[" + name + "] is not kept: it has no counterpart here");
    }
  }

  /** Reads the [supervisord] section; its environment applies to every program. */
  private void itself(Section section) {
    for (String key : List.of("user", "directory", "umask", "environment")) {
      Value value = section.values().get(key);
      if (value == null) {
        continue;
      }
      try {
        switch (key) {
          case "user" -> lost(value, key, "servers run as the host's own user");
          case "directory" -> lost(value, key, "a program without one starts in this file's");
          case "umask" -> SupervisordKeys.put(members, key, value.text());
          default -> {
            common.putAll(environment(Expansion.expand(value.text(), values())));
            common.forEach((k, v) -> variables.put("ENV_" + k, String.valueOf(v)));
          }
        }
      } catch (IllegalArgumentException e) {
        out.wrong(value.line(), "[supervisord] " + key + ": " + e.getMessage());
      }
    }
  }

  private void lost(Value value, String key, String why) {
    out.note(value.line(), "[supervisord] " + key + " is not kept: " + why);
  }

  private List<ForeignFile> included(Section section) {
    List<ForeignFile> files = new ArrayList<>();
    Value patterns = section.values().get("files");
    try {
      String names = patterns == null ? "" : Expansion.expand(patterns.text(), values());
      for (String pattern : names.strip().split("\\s+")) {
        List<ForeignFile> found =
            pattern.isEmpty() ? List.<ForeignFile>of() : others.matching(pattern);
        if (found.isEmpty()) {
          out.note(section.line(), "[include] finds no file " + pattern);
        }
        files.addAll(found);
      }
    } catch (IOException | IllegalArgumentException e) {
      out.wrong(section.line(), "[include] " + e.getMessage());
    }
    return files;
  }

  /** Returns the values for %(...)s, except those of a single program. */
  private Map<String, String> values() {
    Map<String, String> values = new HashMap<>(variables);
    values.put("here", here);
    values.put("host_node_name", Settings.hostName());
    return values;
  }

  private void program(Section section) {
    String program = section.name().substring(PROGRAM.length()).strip();
    Map<String, String> values = values();
    values.put("program_name", program);
    values.put("group_name", program);
    values.put("numprocs", "1");
    values.put("process_num", "0");
    try {
      int count = whole(section, "numprocs", 1, values);
      int first = whole(section, "numprocs_start", 0, values);
      Value name = section.values().get("process_name");
      boolean alike = count > 1 && (name == null || !name.text().contains("process_num"));
      if (alike || count < 1 || count > 1000) {
        out.wrong(
            section.line(),
            "[program:"
                + program
                + "] numprocs"
                + (alike
                    ? "=" + count + " needs %(process_num) in process_name"
                    : " is " + count + "; allowed: 1 to 1000"));
        return;
      }
      values.put("numprocs", Integer.toString(count));
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
      boolean kept;
      try {
        text = Expansion.expand(value.text(), values);
        kept = SupervisordKeys.put(definition, entry.getKey(), text);
      } catch (IllegalArgumentException e) {
        if (remark) {
          out.wrong(value.line(), entry.getKey() + ": " + e.getMessage());
        }
        continue;
      }
      String lost = remark && !kept ? SupervisordKeys.lost(entry.getKey(), text) : "";
      if (!lost.isEmpty()) {
        out.note(
            value.line(), "[" + section.name() + "] " + entry.getKey() + " is not kept: " + lost);
      }
    }
    inherit(definition);
  }

  /** Adds supervisord's defaults; the program's own values override them. */
  private void inherit(Map<String, Object> definition) {
    members.forEach(definition::putIfAbsent);
    Map<String, Object> env = new LinkedHashMap<>(common);
    if (definition.get("env") instanceof Map<?, ?> own) {
      own.forEach((k, v) -> env.put(String.valueOf(k), v));
    }
    if (!env.isEmpty()) {
      definition.put("env", env);
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

  /** Parses {@code KEY="value",KEY2=value}: quotes as in a shell, pairs separated by commas. */
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
