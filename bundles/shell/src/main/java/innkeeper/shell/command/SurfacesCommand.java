package innkeeper.shell.command;

import innkeeper.api.surface.Surfaces.Leftovers;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.NearestWord;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.io.PrintStream;
import java.util.List;

/** {@code surfaces [NAME]}: lists the bundles and their states. */
final class SurfacesCommand implements Command {

  private final AwaitedServices services;

  SurfacesCommand(AwaitedServices services) {
    this.services = services;
  }

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
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(1).checkNoRest();
    if (options.has("--leaks")) {
      return leaks(caller, options);
    }
    List<Surface> surfaces = services.surfaces().list();
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
    if (options.has("--json")) {
      caller.out().println(Json.write(surfaces));
      return 0;
    }
    TextTable table = new TextTable("NAME", "VERSION", "STATE", "SINCE", "ORIGIN", "WHY");
    for (Surface s : surfaces) {
      boolean serves = s.state().equals("active") && s.why().isEmpty();
      table.row(
          s.name(),
          s.version(),
          new TextTable.Cell(s.state(), serves ? Colour.GREEN : Colour.YELLOW),
          ZonedText.of(s.since()),
          s.origin(),
          ZonedText.within(s.why()));
    }
    caller.print(table);
    return 0;
  }

  private int leaks(Caller caller, Options options) throws Exception {
    String name = options.one("NAME");
    options.check();
    Leftovers left = services.surfaces().leftovers(name);
    if (options.has("--json")) {
      caller.out().println(Json.write(left));
    } else if (left.none()) {
      caller.out().println(name + ": earlier versions left nothing behind");
    } else {
      lines("threads:       ", left.threads().stream().map(SafeText::line).toList(), caller.out());
      lines("services:      ", left.services(), caller.out());
      if (left.classLoaders() > 0) {
        caller.out().println("class loaders: " + left.classLoaders() + " still in use");
      }
    }
    return 0;
  }

  private String hint(String name) throws CommandRefusedException {
    List<String> names = services.surfaces().list().stream().map(Surface::name).distinct().toList();
    String near = NearestWord.hint(name, names);
    return near.isEmpty() ? "; see: innkeeper surfaces" : near;
  }

  /** Returns whether the surface has that name; {@code admin} means {@code innkeeper.admin}. */
  private static boolean named(Surface surface, String name) {
    return surface.name().equals(name) || surface.name().equals("innkeeper." + name);
  }

  private static void describe(Surface s, Caller caller) {
    PrintStream out = caller.out();
    out.println(
        s.name() + " " + s.version() + " " + s.state() + " since " + ZonedText.of(s.since()));
    out.println("origin:   " + s.origin());
    if (!s.why().isEmpty()) {
      out.println("why:      " + SafeText.line(ZonedText.within(s.why())));
    }
    lines("gives:    ", s.gives(), out);
    lines("needs:    ", s.needs(), out);
    lines(
        "history:  ",
        s.history().stream()
            .map(c -> ZonedText.of(c.at()) + "  " + c.version() + "  " + c.what())
            .toList(),
        out);
  }

  private static void lines(String head, List<String> lines, PrintStream out) {
    String first = head;
    for (String line : lines) {
      out.println(first + line);
      first = " ".repeat(head.length());
    }
  }
}
