package innkeeper.shell.gogo;

import innkeeper.shell.cli.Outcome;

/**
 * Thrown when one of our commands fails within a Gogo line; the message is the command's error
 * text.
 */
public final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  CommandFailure(Outcome outcome) {
    super(outcome.message(), null, false, false);
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }
}
