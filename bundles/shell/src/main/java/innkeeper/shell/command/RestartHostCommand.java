package innkeeper.shell.command;

import innkeeper.api.host.Host;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.HostHandover;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;

/** {@code restart-host}: starts a new host process while the servers keep running. */
record RestartHostCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("restart-host", "has a new host process take over; servers run on")
        .details("Returns when it is ready. Same pid, same terminal, same service.");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0).check();
    if (!caller.resume().isEmpty()) {
      return HostHandover.report(services, caller);
    }
    services.get(Host.class).restart(caller.actor());
    return HostHandover.leave(caller);
  }
}
