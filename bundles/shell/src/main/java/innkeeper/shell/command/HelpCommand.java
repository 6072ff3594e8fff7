package innkeeper.shell.command;

import innkeeper.common.text.NearestWord;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
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
      list(caller.out());
      return 0;
    }
    String name = options.plain().get(0);
    Optional<Command> command = commands.meant(name);
    if (command.isEmpty()) {
      String near = NearestWord.hint(name, commands.names());
      throw new CommandRefusedException(
          "no command of innkeeper's is called "
              + name
              + (near.isEmpty()
                  ? "; another bundle's is explained by: innkeeper felix:help " + name
                  : near));
    }
    caller.out().print(command.get().help().page());
    return 0;
  }

  private void list(PrintStream out) {
    out.print(HEAD);
    commands
        .groups()
        .forEach(
            (group, members) -> {
              out.println("\n" + group);
              for (Command command : members) {
                String name = command.help().name();
                String gap = " ".repeat(WIDEST - name.length());
                out.println("  " + name + gap + command.help().summary());
              }
            });
    out.println(
        "\nFelix's own commands work too: "
            + String.join(", ", UnknownWord.FELIX)
            + ", felix:start, felix:stop ...");
  }
}
