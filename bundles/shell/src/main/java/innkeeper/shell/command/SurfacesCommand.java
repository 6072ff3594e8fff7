package innkeeper.shell.command;

import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Leftovers;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.NearestWord;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.List;

/** {@code surfaces [NAME]}: lists the bundles and their states. */
record SurfacesCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("surfaces [NAME] [--json]", "lists the bundles that serve, and why one does not")
        .form("surfaces NAME --leaks [--json]")
        .details(
            "With a name: what it gives and needs, and what became of its versions.",
            "--leaks   what earlier versions of it left behind: threads, services, class loaders")
        .argument(Help.Kind.SURFACE);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(1).check();
    if (options.has("--leaks")) {
      return leaks(caller, options);
    }
    List<Surface> surfaces = services.get(Surfaces.class).list();
    if (!options.plain().isEmpty()) {
      String name = options.plain().get(0);
      surfaces = surfaces.stream().filter(s -> named(s, name)).toList();
      if (surfaces.isEmpty()) {
        throw new CommandRefusedException("unknown bundle " + name + hint(name));
      }
      if (!options.has("--json")) {
        surfaces.forEach(s -> describe(s, caller));
        return 0;
      }
    }
    return new Listing<>(surfaces)
        .column("NAME", Surface::name)
        .column("VERSION", Surface::version)
        .column("STATE", SurfacesCommand::state)
        .column("SINCE", s -> ZonedText.of(s.since()))
        .column("ORIGIN", Surface::origin)
        .column("WHY", s -> ZonedText.within(s.why()))
        .print(caller, options.has("--json"));
  }

  private static TextTable.Cell state(Surface s) {
    boolean serves = s.state().equals("active") && s.why().isEmpty();
    return new TextTable.Cell(s.state(), serves ? Colour.GREEN : Colour.YELLOW);
  }

  private int leaks(Caller caller, Options options) throws Exception {
    String name = options.one("NAME");
    options.check();
    Leftovers left = services.get(Surfaces.class).leftovers(name);
    if (options.has("--json")) {
      caller.json(left);
    } else if (left.none()) {
      caller.println(name + ": earlier versions left nothing behind");
    } else {
      caller.lines("threads:       ", left.threads().stream().map(SafeText::line).toList());
      caller.lines("services:      ", left.services());
      if (left.classLoaders() > 0) {
        caller.println("class loaders: " + left.classLoaders() + " still in use");
      }
    }
    return 0;
  }

  private String hint(String name) throws CommandRefusedException {
    List<String> names =
        services.get(Surfaces.class).list().stream().map(Surface::name).distinct().toList();
    String near = NearestWord.hint(name, names);
    return near.isEmpty() ? "; see: innkeeper surfaces" : near;
  }

  /** Returns whether the surface has that name; {@code admin} means {@code innkeeper.admin}. */
  private static boolean named(Surface surface, String name) {
    return surface.name().equals(name) || surface.name().equals("innkeeper." + name);
  }

  private static void describe(Surface s, Caller caller) {
    caller.println(
        s.name() + " " + s.version() + " " + s.state() + " since " + ZonedText.of(s.since()));
    caller.println("origin:   " + s.origin());
    if (!s.why().isEmpty()) {
      caller.println("why:      " + Human.sentence(s.why()));
    }
    caller.lines("gives:    ", s.gives());
    caller.lines("needs:    ", s.needs());
    caller.lines(
        "history:  ",
        s.history().stream()
            .map(c -> ZonedText.of(c.at()) + "  " + c.version() + "  " + c.what())
            .toList());
  }
}
