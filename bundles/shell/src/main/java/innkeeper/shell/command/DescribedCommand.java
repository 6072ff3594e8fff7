package innkeeper.shell.command;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A command that also accepts {@code -h} and {@code -V} among its options. */
record DescribedCommand(Command command, Command version) implements Command {

  private static final Set<String> HELP = Set.of("-h", "--help");
  private static final Set<String> VERSION = Set.of("-V", "--version");
  private static final Set<String> BOTH = Set.of("-h", "--help", "-V", "--version");

  /** Returns whether the words ask about the command instead of running it. */
  static boolean asks(Help help, List<String> words) {
    return help.options().first(words, BOTH).isPresent();
  }

  /** Returns the command name for an option that is given without a command. */
  static String named(String word) {
    return HELP.contains(word) ? "help" : VERSION.contains(word) ? "version" : word;
  }

  @Override
  public Help help() {
    return command.help();
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    return command.run(caller, options);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Optional<String> asked = help().options().first(words, BOTH);
    if (asked.isEmpty()) {
      return Command.super.run(caller, words);
    }
    if (VERSION.contains(asked.get())) {
      return version.run(caller, List.of());
    }
    caller.out().print(help().page());
    return 0;
  }
}
