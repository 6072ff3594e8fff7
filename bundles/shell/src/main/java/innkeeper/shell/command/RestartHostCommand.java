package innkeeper.shell.command;

import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.HostHandover;
import innkeeper.shell.cli.Options;
import java.util.List;

/** {@code restart-host}: starts a new host process while the servers keep running. */
final class RestartHostCommand implements Command {

  private final AwaitedServices services;

  RestartHostCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("restart-host", "has a new host process take over; servers run on")
        .details("Returns when it is ready. Same pid, same terminal, same service.");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options.of(words, help()).atMost(0).checkNoRest();
    if (!caller.resume().isEmpty()) {
      return HostHandover.tell(services, caller);
    }
    services.host().restart(caller.actor());
    return HostHandover.leave(caller);
  }
}
