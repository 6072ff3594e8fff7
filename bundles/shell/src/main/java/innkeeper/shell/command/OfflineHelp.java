package innkeeper.shell.command;

import innkeeper.common.terminal.SafeText;
import innkeeper.common.wire.LocalCommands;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Outcome;
import innkeeper.shell.cli.Services;
import innkeeper.shell.cli.Suspended;
import innkeeper.shell.cli.UnknownWord;
import innkeeper.shell.cli.UsageException;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Runs the commands that need no host, and checks the words of the others. The commands of other
 * bundles are known to a host only.
 */
public final class OfflineHelp implements LocalCommands {

  /** The commands that need no host. A completion of a host's words is an exception. */
  private static final Set<String> NEED_NO_HOST = Set.of("help", "version", "completion", "grep");

  @Override
  public OptionalInt run(List<String> words, PrintStream out) {
    Optional<Command> command = commands().meant(words.get(0));
    List<String> rest = words.subList(1, words.size());
    if (command.isEmpty() || !needsNoHost(command.get().help(), rest)) {
      return OptionalInt.empty();
    }
    try {
      Outcome outcome = Outcome.of(command.get(), new LocalCaller(out), rest);
      if (!outcome.message().isEmpty()) {
        System.err.println(outcome.message());
      }
      return OptionalInt.of(outcome.status());
    } catch (Suspended e) {
      throw new IllegalStateException("a client is not replaced", e);
    }
  }

  private static boolean needsNoHost(Help help, List<String> words) {
    return DescribedCommand.asks(help, words)
        || NEED_NO_HOST.contains(help.name()) && !words.contains("--words");
  }

  @Override
  public Optional<String> mistakes(List<String> words) {
    String name = words.get(0);
    if (name.startsWith("-") && DescribedCommand.named(name).equals(name)) {
      return Optional.of("innkeeper: " + UnknownWord.message(name, commands().names()));
    }
    Optional<Command> command = commands().meant(name);
    if (command.isEmpty()) {
      return Optional.empty();
    }
    try {
      command.get().run(new LocalCaller(null), words.subList(1, words.size()));
    } catch (UsageException e) {
      // The output is not redacted, because the user typed these words.
      List<String> lines = new ArrayList<>();
      e.mistakes().forEach(m -> lines.add(SafeText.line("innkeeper: " + name + ": " + m)));
      lines.add(command.get().help().usageLines().stripTrailing());
      return Optional.of(String.join("\n", lines));
    } catch (Exception e) {
      // The command asked for a service or for its caller; it does so only after its words
      // are accepted.
      return Optional.empty();
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> unknown(String word) {
    Commands commands = commands();
    boolean known = commands.meant(word).isPresent() || UnknownWord.FELIX.contains(word);
    return known || word.contains(":")
        ? Optional.empty()
        : Optional.of(UnknownWord.message(word, commands.names()));
  }

  /** Returns the commands for their descriptions only; no service is called. */
  private static Commands commands() {
    return new Commands(new Services(null, Duration.ZERO), Clock.systemDefaultZone());
  }
}
