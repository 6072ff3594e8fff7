package innkeeper.shell.command;

import java.util.List;
import java.util.Set;

/** {@code restart-host}. */
final class RestartHostCommand implements Command {

  private final House house;

  RestartHostCommand(House house) {
    this.house = house;
  }

  @Override
  public Help help() {
    return Help.of("restart-host", "has a new host process take over; servers run on")
        .details("Returns when it is ready. Same pid, same terminal, same service.");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options.of(words, Set.of(), Set.of()).atMost(0).checkNoRest();
    if (!caller.resume().isEmpty()) {
      return Arrivals.tell(house, caller);
    }
    house.host().restart(caller.actor());
    return Arrivals.leave(caller);
  }
}
