package innkeeper.shell.command;

import innkeeper.api.text.NearestWord;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.OfflineCommands;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SafeText;
import innkeeper.shell.cli.UnknownWord;
import innkeeper.shell.cli.UsageException;
import innkeeper.shell.completion.CompletionScript;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code help} says where no host runs. Commands of other bundles are known to a host only.
 */
public final class OfflineHelp {

  private OfflineHelp() {}

  /** The list of the commands. */
  public static void list(PrintStream out) {
    HelpCommand.list(commands(), out);
  }

  /** Whether there is that command. */
  public static boolean explain(String name, PrintStream out) {
    return HelpCommand.explain(commands(), name, out);
  }

  /** The completion script; empty for a shell that is not known. */
  public static Optional<String> completion(String shell) {
    return CompletionScript.of(shell, commands().helps()).map(CompletionScript::text);
  }

  /**
   * What is wrong with a command line, as far as that is known without a host: the lines to print.
   * Empty for a command that is right, and for one that may be another bundle's.
   */
  public static Optional<String> mistakes(List<String> words) {
    String name = words.get(0);
    if (UnknownWord.isOption(name)) {
      return Optional.of("innkeeper: " + UnknownWord.message(name, commands().names()));
    }
    Optional<Command> known = commands().find(name);
    Optional<Command> command = known.or(() -> OfflineCommands.find(name).map(OnlyParsed::new));
    if (command.isEmpty()) {
      return Optional.empty();
    }
    try {
      command.get().run(new AbsentCaller(), words.subList(1, words.size()));
    } catch (UsageException e) {
      // Not redacted: the words came from whoever reads them.
      List<String> lines = new ArrayList<>();
      e.mistakes().forEach(m -> lines.add(SafeText.line("innkeeper: " + name + ": " + m)));
      lines.add(command.get().help().usageLines().stripTrailing());
      return Optional.of(String.join("\n", lines));
    } catch (Exception e) {
      // It asked for a service or for its caller, which it does with right words only.
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** What to say of a word that is not one of our commands; empty for one that is. */
  public static Optional<String> unknown(String word) {
    Commands commands = commands();
    boolean known = commands.find(word).isPresent() || OfflineCommands.find(word).isPresent();
    return known || word.contains(":")
        ? Optional.empty()
        : Optional.of(UnknownWord.message(word, commands.names()));
  }

  /** The end of a message about a command that is none: which one may have been meant. */
  public static String hint(String name) {
    return NearestWord.hint(name, commands().names());
  }

  /** They are only described: no service is asked. */
  private static Commands commands() {
    return new Commands(new AwaitedServices(null, Duration.ZERO), Clock.systemDefaultZone());
  }

  /** A command of the start script: its words are read, nothing runs. */
  private record OnlyParsed(OfflineCommands.Row row) implements Command {

    @Override
    public Help help() {
      return row.help();
    }

    @Override
    public int run(Caller caller, List<String> words) throws Exception {
      Options.of(words, help()).check();
      return 0;
    }
  }
}
