package innkeeper.shell.command;

import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SentFile;
import innkeeper.shell.cli.Services;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * {@code update NAME|ID [FILE]} replaces Felix's own command, which takes numbers only and accepts
 * any jar.
 */
record UpdateCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "update NAME|ID [FILE.jar]", "puts a jar in a bundle's place until the next start")
        .details(
            "The jar must be of the same symbolic name, and is checked as by install. Without FILE",
            "the bundle's own file is read again. If it does not become active, what came with the",
            "bundle's own file serves again. To keep a new version over a start: install FILE.jar.")
        .argument(Help.Kind.BUNDLE);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    if (options.plain().isEmpty()) {
      options.wrong("NAME or ID is missing");
    }
    options.atMost(2).check();
    String name = options.plain().get(0);
    List<Surface> before = services.get(Surfaces.class).list();
    Surface now;
    if (options.plain().size() == 2) {
      Path file = file(options.plain().get(1));
      try (SentFile jar = SentFile.of(caller, file, services.settings())) {
        now = services.get(Surfaces.class).update(name, Optional.of(jar.path()), caller.actor());
      }
    } else {
      now = services.get(Surfaces.class).update(name, Optional.empty(), caller.actor());
    }
    String from =
        before.stream()
            .filter(s -> s.name().equals(now.name()) && s.state().equals("active"))
            .map(s -> " " + s.version() + " ->")
            .findFirst()
            .orElse("");
    caller.println(now.name() + from + " " + now.version() + " " + now.state());
    return 0;
  }

  /** Parses a path, or a file: URL like Felix's own update. */
  private static Path file(String word) throws CommandRefusedException {
    try {
      // The URL "file:x.jar" is relative, as in Felix's own update.
      String path = word.startsWith("file:") ? URI.create(word).getSchemeSpecificPart() : word;
      return Path.of(path.startsWith("//") ? path.substring(path.indexOf('/', 2)) : path);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new CommandRefusedException(word + " is not a file: " + e.getMessage(), e);
    }
  }
}
