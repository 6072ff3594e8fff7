package innkeeper.shell.command;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.OfflineCommands;
import innkeeper.shell.cli.Options;

/** A command of the start script. A host only checks its words. */
record ScriptCommand(OfflineCommands.Row row) implements Command {

  @Override
  public Help help() {
    return row.help();
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    if (takesOptionsOnly()) {
      options.atMost(0);
    }
    options.check();
    throw new CommandRefusedException(
        "a host does not run it; type it in a terminal: innkeeper " + row.name());
  }

  private boolean takesOptionsOnly() {
    return help().usage().stream()
        .allMatch(form -> form.replaceAll("\\[[^\\]]*\\]", "").strip().equals(row.name()));
  }
}
