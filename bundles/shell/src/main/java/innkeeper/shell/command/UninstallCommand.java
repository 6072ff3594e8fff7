package innkeeper.shell.command;

import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.List;

/** {@code uninstall NAME}: removes the user's versions of a bundle. */
record UninstallCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "uninstall NAME [--offline]",
            "removes your versions of a bundle; the release's comes back")
        .details(
            "NAME is the symbolic name, for all its files, or the name of one file: x.jar.failed",
            "--offline  works while no host runs, for one that does not start with that bundle")
        .argument(Help.Kind.SURFACE);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String name = options.one("NAME");
    options.check();
    if (options.has("--offline")) {
      throw new CommandRefusedException("a host runs; ask it: innkeeper uninstall " + name);
    }
    List<Surface> before = services.get(Surfaces.class).list();
    services.get(Surfaces.class).uninstall(name, caller.actor());
    List<Surface> after = services.get(Surfaces.class).list();
    List<Surface> removed = before.stream().filter(one -> !isIn(after, one)).toList();
    if (removed.isEmpty()) {
      caller.println("uninstalled " + name);
    }
    for (Surface one : removed) {
      caller.println("uninstalled " + one.name() + " " + one.version() + now(after, one));
    }
    return 0;
  }

  private static boolean isIn(List<Surface> surfaces, Surface one) {
    return surfaces.stream()
        .anyMatch(s -> s.name().equals(one.name()) && s.version().equals(one.version()));
  }

  /** Returns which version is active in its place. */
  private static String now(List<Surface> after, Surface removed) {
    for (Surface one : after) {
      if (one.name().equals(removed.name()) && one.state().equals("active")) {
        String whose = one.origin().equals("release") ? "release version " : "version ";
        return "; " + whose + one.version() + " is active again";
      }
    }
    return "";
  }
}
