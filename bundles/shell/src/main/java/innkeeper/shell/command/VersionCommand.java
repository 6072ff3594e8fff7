package innkeeper.shell.command;

import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.util.List;
import java.util.Map;

/** {@code version}: prints the release of the host or of this program. */
final class VersionCommand implements Command {

  private final AwaitedServices services;

  VersionCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of(
        "version [--json]", "prints the release of the host that runs, or of this program");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(0).checkNoRest();
    String version = services.version();
    caller
        .out()
        .println(
            options.has("--json")
                ? Json.write(Map.of("version", version))
                : "innkeeper " + version);
    return 0;
  }
}
