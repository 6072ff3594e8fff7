package innkeeper.shell.command;

import java.util.List;
import java.util.Set;

/** {@code version}. */
final class VersionCommand implements Command {

  private final House house;

  VersionCommand(House house) {
    this.house = house;
  }

  @Override
  public Help help() {
    return Help.of("version", "says which release the running host is");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options.of(words, Set.of(), Set.of()).atMost(0).checkNoRest();
    caller.out().println("innkeeper " + house.settings().version());
    return 0;
  }
}
