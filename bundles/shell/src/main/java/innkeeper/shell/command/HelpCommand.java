package innkeeper.shell.command;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code help [COMMAND]}. */
final class HelpCommand implements Command {

  private static final String HEAD =
      """
      usage: innkeeper COMMAND [ARG...]; more on one: innkeeper help COMMAND
      """;

  /** What the start script does itself, so that it works without a host. */
  private static final String[][] OFFLINE = {
    {"run [--demo]", "the host in the foreground"},
    {
      "restore NAME|latest|FILE [--dry-run] [--yes] [--accept-unknown] [--no-keep-audit]",
      "puts a backup in place; no host may run"
    },
    {"service install|remove", "starts the host with the machine"},
    {"doctor", "checks the set-up, says what to mend"},
    {"shell", "interactive shell, with history and completion"},
  };

  private final Commands commands;

  HelpCommand(Commands commands) {
    this.commands = commands;
  }

  @Override
  public Help help() {
    return Help.of("help [COMMAND]", "lists the commands, or explains one")
        .argument(Help.Kind.COMMAND);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, Set.of(), Set.of()).atMost(1).checkNoRest();
    if (options.plain().isEmpty()) {
      list(caller);
      return 0;
    }
    String name = options.plain().get(0);
    Optional<Command> command = commands.find(name);
    if (command.isPresent()) {
      caller.out().print(command.get().help().page());
      return 0;
    }
    for (String[] offline : OFFLINE) {
      if (offline[0].equals(name) || offline[0].startsWith(name + " ")) {
        caller.out().println("usage: innkeeper " + offline[0]);
        caller.out().println();
        caller.out().println(name + ": " + offline[1] + ".");
        return 0;
      }
    }
    throw new RefusedException(
        "no command of innkeeper's is called "
            + name
            + "; for a Felix command: felix:help "
            + name);
  }

  private void list(Caller caller) {
    caller.out().print(HEAD);
    caller.out().println();
    int widest = 14;
    for (Command command : commands.all()) {
      line(caller, command.help().name(), command.help().summary(), widest);
    }
    for (String[] offline : OFFLINE) {
      int space = offline[0].indexOf(' ');
      line(caller, space < 0 ? offline[0] : offline[0].substring(0, space), offline[1], widest);
    }
    caller.out().println();
    caller
        .out()
        .println(
            "Felix's own commands work too: lb, headers, refresh, felix:start, felix:stop ...");
  }

  private static void line(Caller caller, String name, String summary, int widest) {
    caller.out().println("  " + name + " ".repeat(widest - name.length()) + summary);
  }
}
