package innkeeper.shell.gogo;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Outcome;
import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;

/** Runs a command as {@code inn:X} in Gogo; {@code innkeeper X} runs the same command. */
public record GogoFunction(Command command) implements Function {

  /** Thrown when a command fails within a Gogo line; the message is its text for standard error. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    private Failure(Outcome outcome) {
      super(outcome.message(), null, false, false);
      this.outcome = outcome;
    }

    Outcome outcome() {
      return outcome;
    }
  }

  @Override
  public Object execute(CommandSession session, List<Object> arguments) throws Exception {
    List<String> words =
        arguments.stream().map(argument -> argument == null ? "" : argument.toString()).toList();
    Caller caller = GogoCaller.of(session);
    Outcome outcome;
    try {
      outcome = Outcome.of(command, caller, words);
    } finally {
      caller.out().flush();
    }
    if (outcome.status() != Outcome.DONE) {
      throw new Failure(outcome);
    }
    return null;
  }
}
