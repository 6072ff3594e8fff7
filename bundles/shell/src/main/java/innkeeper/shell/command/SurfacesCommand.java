package innkeeper.shell.command;

import innkeeper.api.health.Times;
import innkeeper.api.surface.Surfaces.Surface;
import java.util.List;
import java.util.Set;

/** {@code surfaces [--json]}. */
final class SurfacesCommand implements Command {

  private final House house;

  SurfacesCommand(House house) {
    this.house = house;
  }

  @Override
  public Help help() {
    return Help.of("surfaces [--json]", "lists the bundles that serve, and why one does not")
        .flags("--json");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, Set.of("--json"), Set.of()).atMost(0).checkNoRest();
    List<Surface> surfaces = house.surfaces().list();
    if (options.has("--json")) {
      caller.out().println(Json.write(surfaces.stream().map(Surface::toMap).toList()));
      return 0;
    }
    Table table = new Table("NAME", "VERSION", "STATE", "SINCE", "ORIGIN", "WHY");
    for (Surface s : surfaces) {
      boolean serves = s.state().equals("active") && s.why().isEmpty();
      table.row(
          s.name(),
          s.version(),
          new Table.Cell(s.state(), serves ? Colour.GREEN : Colour.YELLOW),
          Times.iso(s.since()),
          s.origin(),
          s.why());
    }
    table.print(caller);
    return 0;
  }
}
