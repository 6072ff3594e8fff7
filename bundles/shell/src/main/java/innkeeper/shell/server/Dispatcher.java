package innkeeper.shell.server;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Outcome;
import innkeeper.shell.cli.Suspended;
import innkeeper.shell.command.Commands;
import innkeeper.shell.gogo.Gogo;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Routes words and lines: our own commands run directly, all others through Gogo. */
public record Dispatcher(
    Commands commands, Completion completion, Gogo gogo, CommandRights rights) {

  public Dispatcher(Commands commands, Completion completion, Gogo gogo) {
    this(commands, completion, gogo, CommandRights.ALL);
  }

  /** Returns a dispatcher with fewer commands. */
  public Dispatcher with(CommandRights fewer) {
    return new Dispatcher(commands, completion, gogo, fewer);
  }

  /** Returns whether the client may type and complete lines. */
  boolean interactive() {
    return rights.interactive();
  }

  Gogo.Lines lines(Caller caller, InputStream input) {
    return gogo.lines(caller, input);
  }

  /** Runs a typed line. */
  Outcome line(Caller caller, String line, Gogo.Lines lines) throws Suspended {
    List<String> words = PlainLine.words(line);
    Optional<Command> command = words.isEmpty() ? Optional.empty() : commands.own(words.get(0));
    return command.isPresent()
        ? Outcome.of(command.get(), caller, words.subList(1, words.size()))
        : lines.run(line);
  }

  /** Runs words unchanged. Our commands bypass the parser, so every byte is kept. */
  Outcome words(Caller caller, List<String> given, InputStream input) throws Suspended {
    List<String> words = given.isEmpty() ? List.of("help") : given;
    Optional<String> refusal = rights.refusal(words);
    if (refusal.isPresent()) {
      return new Outcome(Outcome.REFUSED, "innkeeper: " + refusal.get());
    }
    Optional<Command> command = commands.meant(words.get(0));
    if (command.isPresent()) {
      return Outcome.of(command.get(), caller, words.subList(1, words.size()));
    }
    try (Gogo.Lines lines = lines(caller, input)) {
      return lines.runWords(words);
    }
  }
}
