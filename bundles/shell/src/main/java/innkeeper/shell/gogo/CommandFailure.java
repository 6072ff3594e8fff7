package innkeeper.shell.gogo;

import innkeeper.shell.cli.Outcome;

/** A command of ours failed within a Gogo line; the message is what it has to say. */
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
