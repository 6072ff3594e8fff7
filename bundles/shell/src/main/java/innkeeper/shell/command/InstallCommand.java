package innkeeper.shell.command;

import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SentFile;
import java.nio.file.Path;
import java.util.List;

/** {@code install FILE.jar}. */
final class InstallCommand implements Command {

  private final AwaitedServices services;

  InstallCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of(
            "install FILE.jar [--sha256 HEX]",
            "adds a bundle, or replaces one while the servers run on")
        .details(
            "Says first what will be touched. If the new one does not become active, the old one",
            "serves again and the answer says why.",
            "--sha256  refuses a jar that has another digest");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    String file = options.one("FILE.jar");
    options.checkNoRest();
    Surface now;
    try (SentFile jar = SentFile.of(caller, Path.of(file), services.settings())) {
      now =
          services
              .surfaces()
              .install(
                  jar.path(),
                  options.value("--sha256").orElse(""),
                  effect -> {
                    caller.out().println(effect);
                    caller.out().flush();
                  },
                  caller.actor());
    }
    caller.out().println(now.name() + " " + now.version() + " " + now.state());
    return 0;
  }
}
