package innkeeper.shell.command;

import java.util.List;
import java.util.Set;

/** {@code uninstall NAME}. */
final class UninstallCommand implements Command {

  private final House house;

  UninstallCommand(House house) {
    this.house = house;
  }

  @Override
  public Help help() {
    return Help.of("uninstall NAME", "takes out what install brought; the release's own comes back")
        .argument(Help.Kind.SURFACE);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, Set.of(), Set.of());
    String name = options.one("NAME");
    options.checkNoRest();
    house.surfaces().uninstall(name, caller.actor());
    caller.out().println("uninstalled " + name);
    return 0;
  }
}
