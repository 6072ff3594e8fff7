package innkeeper.shell.project;

import innkeeper.api.project.Member;
import innkeeper.api.project.Members;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code add ID [flags] -- COMMAND [ARG…]}: defines a project, or replaces its definition. */
public record AddCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "add ID [--name N] [--dir D] [--port P] [--env K=V]... [--env-file F] [--no-autostart]"
                + " [--secret-env K=V]... [--secret-file K=PATH]..."
                + " [--restart always|on-failure|never] [--stop-signal S] [--stop-seconds N]"
                + " [--health http:URL|tcp:PORT|exec:CMD] [--wait S] [--no-wait] [--json] -- COMMAND [ARG...]",
            "defines a project, or replaces its whole definition")
        .details(
            "COMMAND is run as it is, without a shell; for one write: -- sh -c '...'",
            "--name N          names its log file; default ID",
            "--dir D           working directory; default the current one; needed with --host",
            "--port P          1-65535, exported to the server as PORT",
            "--env K=V         added to its environment; any number of times",
            "--env-file F      KEY=VALUE lines, read at each start",
            "--secret-env K=V  as --env; its value is always a secret",
            "--secret-file K=PATH  the file's content as K's value, read at each start; secret",
            "--no-autostart    do not start it, neither now nor with the host",
            "--restart R       after it ended by itself; default on-failure",
            "--stop-signal S   TERM, INT, QUIT, HUP, USR1, USR2, KILL; default TERM",
            "--stop-seconds N  from that signal to KILL; default 10",
            "--health H        http:URL, tcp:PORT or exec:CMD; failing restarts it",
            "--wait S          wait up to S seconds (0-3600); default 30, and startSeconds",
            "--no-wait         only define it, as --wait 0",
            "--json            the answer as one JSON object",
            "A member that is not repeated is dropped; the answer names what changed and what is",
            "dropped. A new project starts at once. A running one whose command, environment or directory",
            "changed is restarted. The command waits until the server is ready; one that fails, or is",
            "not ready by then, is exit status 1. The definition stays. Ctrl-C ends only the waiting.",
            "The answer says which values are protected: looked for in the",
            "log, and shown by no command. Values of --env and --secret-env show in the process list",
            "while the command runs; those of --env-file and --secret-file do not.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    Map<String, Object> map = new LinkedHashMap<>();
    String id = options.one("ID");
    map.put("channelId", id);
    map.put("env", pairs("--env", "NAME=VALUE", options));
    map.put("secretEnv", pairs("--secret-env", "NAME=VALUE", options));
    map.put("secretFiles", pairs("--secret-file", "NAME=PATH", options));
    map.put("autostart", !options.has("--no-autostart"));
    options.value("--health").ifPresent(v -> map.put("health", health(v, options)));
    for (Member<?> member : Members.ALL) {
      if (member.option().isPresent() && !map.containsKey(member.name())) {
        String name = member.option().get();
        options.value(name).ifPresent(v -> map.put(member.name(), value(member, name, v, options)));
      }
    }
    map.values().removeIf(java.util.Objects::isNull);
    if (options.rest().isEmpty()) {
      options.wrong("-- before the command is missing");
    } else if (options.rest().get().isEmpty()) {
      options.wrong("the command behind -- is missing");
    }
    map.put("command", options.rest().filter(c -> !c.isEmpty()).orElse(List.of("-")));
    Optional<Duration> wait = StartStopCommand.waiting(options);
    DefinitionChange change = new DefinitionChange(services, caller, options.has("--json"));
    return change.applyAndWait(change.read(map, options), wait);
  }

  private static Map<String, Object> pairs(String option, String form, Options options) {
    Map<String, Object> pairs = new LinkedHashMap<>();
    for (String pair : options.all(option)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        // The given text may be the secret itself, so the message does not repeat it.
        options.wrong(option + " needs " + form + "; one was given without a name or without =");
      } else {
        pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return pairs;
  }

  private static Object value(Member<?> member, String option, String text, Options options) {
    Object type = member.schema().get("type");
    return "integer".equals(type) || "number".equals(type) ? number(option, text, options) : text;
  }

  /** Parses a number like JSON; the definition's own check knows the range. */
  private static Number number(String flag, String value, Options options) {
    try {
      if (value.indexOf('.') >= 0) {
        return Double.parseDouble(value);
      }
      long number = Long.parseLong(value);
      if (number == (int) number) {
        return (int) number;
      }
      return number;
    } catch (NumberFormatException e) {
      options.wrong(flag + " is " + value + "; allowed: a number");
      return null;
    }
  }

  private static Map<String, Object> health(String value, Options options) {
    if (value.startsWith("http://") || value.startsWith("https://")) {
      return Map.of("http", value);
    }
    for (String kind : List.of("http", "tcp", "exec")) {
      if (value.startsWith(kind + ":")) {
        return Map.of(kind, value.substring(kind.length() + 1));
      }
    }
    options.wrong("--health is " + value + "; allowed: http:URL, tcp:PORT, exec:CMD");
    return null;
  }
}
