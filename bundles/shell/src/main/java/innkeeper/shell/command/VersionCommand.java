package innkeeper.shell.command;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.Map;

/** {@code version}: prints the release of the host or of this program. */
record VersionCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
        "version [--json]", "prints the release of the host that runs, or of this program");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0).check();
    String version = services.version();
    caller.println(
        options.has("--json") ? Json.write(Map.of("version", version)) : "innkeeper " + version);
    return 0;
  }
}
