package innkeeper.convert.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Builds the command that pm2 runs for a script. The file's ending selects the interpreter, unless
 * the app names one.
 */
final class Pm2Command {

  private static final Map<String, String> BY_ENDING =
      Map.of(
          ".js", "node",
          ".cjs", "node",
          ".mjs", "node",
          ".ts", "bun",
          ".tsx", "bun",
          ".py", "python3",
          ".sh", "bash",
          ".rb", "ruby",
          ".php", "php",
          ".pl", "perl");

  private Pm2Command() {}

  static List<String> of(Map<?, ?> app, String script) {
    List<String> args = Pm2.words(app.get("args"));
    List<String> interpreterArgs = new ArrayList<>();
    for (String member : List.of("node_args", "nodeArgs", "interpreter_args", "interpreterArgs")) {
      interpreterArgs.addAll(Pm2.words(app.get(member)));
    }
    Object named = app.get("interpreter");
    if (named == null) {
      named = app.get("exec_interpreter");
    }
    if (named == null && script.indexOf(' ') >= 0) {
      // pm2 passes a script with spaces to a shell.
      List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", script));
      if (!args.isEmpty()) {
        line.set(2, script + " \"$@\"");
        line.add("sh");
        line.addAll(args);
      }
      return line;
    }
    int dot = script.lastIndexOf('.');
    String ending = dot > script.lastIndexOf('/') ? script.substring(dot) : "";
    String interpreter = named == null ? BY_ENDING.getOrDefault(ending, "none") : named.toString();
    List<String> command = new ArrayList<>();
    if (interpreter.equals("none") || interpreter.isBlank()) {
      boolean beside = script.indexOf('/') < 0 && !ending.isEmpty();
      command.add(beside ? "./" + script : script);
    } else {
      command.add(interpreter);
      command.addAll(interpreterArgs);
      command.add(script);
    }
    command.addAll(args);
    return command;
  }
}
