package innkeeper.shell.command;

import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.util.List;

/** {@code uninstall NAME}. */
final class UninstallCommand implements Command {

  private final AwaitedServices services;

  UninstallCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of(
            "uninstall NAME [--offline]",
            "takes out what install brought; the release's own comes back")
        .details(
            "NAME is the symbolic name or the file's, also of what was set aside as .failed.",
            "--offline  works while no host runs, for one that does not start with that bundle")
        .argument(Help.Kind.SURFACE);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    String name = options.one("NAME");
    options.checkNoRest();
    if (options.has("--offline")) {
      throw new CommandRefusedException("a host runs; ask it: innkeeper uninstall " + name);
    }
    services.surfaces().uninstall(name, caller.actor());
    caller.out().println("uninstalled " + name);
    return 0;
  }
}
