package innkeeper.shell.command;

import innkeeper.common.text.NearestWord;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.OfflineCommands;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.UnknownWord;
import java.io.PrintStream;
import java.util.Optional;

/** {@code help [COMMAND]}: lists the commands, or explains one. */
record HelpCommand(Commands commands) implements Command {

  private static final String HEAD =
      """
      usage: innkeeper [--host BOX] [--data DIR] COMMAND [ARG...]
             innkeeper help COMMAND
      """;

  private static final int WIDEST = 14;

  @Override
  public Help help() {
    return Help.of("help [COMMAND]", "lists the commands, or explains one")
        .argument(Help.Kind.COMMAND);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(1).check();
    if (options.plain().isEmpty()) {
      list(commands, caller.out());
      return 0;
    }
    String name = options.plain().get(0);
    if (!explain(commands, name, caller.out())) {
      String near = NearestWord.hint(name, commands.names());
      throw new CommandRefusedException(
          "no command of innkeeper's is called "
              + name
              + (near.isEmpty()
                  ? "; another bundle's is explained by: innkeeper felix:help " + name
                  : near));
    }
    return 0;
  }

  /** Prints the help of a command; returns false if the command is unknown. */
  static boolean explain(Commands commands, String name, PrintStream out) {
    Optional<Command> command = commands.find(name);
    if (command.isPresent()) {
      out.print(command.get().help().page());
      return true;
    }
    Optional<OfflineCommands.Row> offline = OfflineCommands.find(name);
    if (offline.isPresent()) {
      out.print(offline.get().help().page());
      return true;
    }
    return false;
  }

  static void list(Commands commands, PrintStream out) {
    out.print(HEAD);
    commands
        .groups()
        .forEach(
            (group, members) -> {
              out.println();
              out.println(group);
              for (Command command : members) {
                line(out, command.help().name(), command.help().summary());
              }
              OfflineCommands.rows().stream()
                  .filter(row -> row.group().equals(group))
                  .forEach(row -> line(out, row.name(), row.summary()));
            });
    out.println();
    out.println(
        "Felix's own commands work too: "
            + String.join(", ", UnknownWord.felix())
            + ", felix:start, felix:stop ...");
  }

  private static void line(PrintStream out, String name, String summary) {
    out.println("  " + name + " ".repeat(WIDEST - name.length()) + summary);
  }
}
