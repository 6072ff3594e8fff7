package innkeeper.shell.command;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** {@code help [COMMAND]}. */
final class HelpCommand implements Command {

  private static final String HEAD =
      """
      usage: innkeeper [--data DIR] COMMAND [ARG...]; more on one: innkeeper help COMMAND
      """;

  /** What the start script does itself, so that it works without a host. */
  private static final String[][] OFFLINE = {
    {"run [--safe] [--demo]", "the host in the foreground; --safe leaves added bundles out"},
    {
      "restore NAME|latest|FILE [--dry-run] [--yes] [--stop] [--accept-unknown] [--no-keep-audit]",
      "puts a backup in place; no host may run"
    },
    {"service install|remove", "starts the host with the machine"},
    {"doctor", "checks the set-up, says what to fix"},
    {"hosts [--json]", "lists your hosts that run; --data DIR names the one that is meant"},
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
    Options options = Options.of(words, help()).atMost(1).checkNoRest();
    if (options.plain().isEmpty()) {
      list(commands, caller.out());
      return 0;
    }
    String name = options.plain().get(0);
    if (!explain(commands, name, caller.out())) {
      throw new CommandRefusedException(
          "no command of innkeeper's is called "
              + name
              + "; for a Felix command: felix:help "
              + name);
    }
    return 0;
  }

  /** Whether there is that command. */
  static boolean explain(Commands commands, String name, PrintStream out) {
    Optional<Command> command = commands.find(name);
    if (command.isPresent()) {
      out.print(command.get().help().page());
      return true;
    }
    for (String[] offline : OFFLINE) {
      if (offline[0].equals(name) || offline[0].startsWith(name + " ")) {
        out.println("usage: innkeeper " + offline[0]);
        out.println();
        out.println(name + ": " + offline[1] + ".");
        return true;
      }
    }
    return false;
  }

  static void list(Commands commands, PrintStream out) {
    out.print(HEAD);
    out.println();
    int widest = 14;
    for (Command command : commands.all()) {
      line(out, command.help().name(), command.help().summary(), widest);
    }
    for (String[] offline : OFFLINE) {
      int space = offline[0].indexOf(' ');
      line(out, space < 0 ? offline[0] : offline[0].substring(0, space), offline[1], widest);
    }
    out.println();
    out.println("Felix's own commands work too: lb, headers, refresh, felix:start, felix:stop ...");
  }

  private static void line(PrintStream out, String name, String summary, int widest) {
    out.println("  " + name + " ".repeat(widest - name.length()) + summary);
  }
}
