package innkeeper.shell.extension;

import innkeeper.api.history.History;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Figure;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.panel.PanelNumber;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels;
import innkeeper.api.panel.Panels.Entry;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import innkeeper.shell.past.Plot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code panel [--json]}, {@code panel NAME [ID] [--json]}: lists and shows panels of other
 * bundles.
 */
public record PanelCommand(Services services) implements Command {

  private static final int BARS = 40;

  @Override
  public Help help() {
    return Help.of("panel [--json]", "lists and shows panels of other bundles")
        .form("panel NAME [ID] [--json]")
        .details(
            "NAME  one of the list",
            "ID    the project, for a panel of projects",
            "A panel that fails or gives no answer is exit status 1.")
        .argument(Help.Kind.PANEL);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(2).check();
    List<String> plain = options.plain();
    if (plain.isEmpty()) {
      return new Listing<>(services.get(Panels.class).entries())
          .column("NAME", Entry::name)
          .column("OF", one -> one.scope().word())
          .column("PROJECTS", PanelCommand::projects)
          .column("PANEL", Entry::title)
          .print(caller, options.has("--json"), "no bundle has a panel; see docs/api.md");
    }
    PanelReading reading = read(plain.get(0), plain.size() > 1 ? plain.get(1) : "");
    if (options.has("--json")) {
      caller.json(reading);
    } else if (!reading.problem().isEmpty()) {
      throw new CommandRefusedException(SafeText.line(reading.problem()));
    } else {
      print(caller, reading);
    }
    return reading.problem().isEmpty() ? 0 : 1;
  }

  private PanelReading read(String name, String id) throws Exception {
    try {
      return services.get(Panels.class).read(name, id).get();
    } catch (UnknownProjectException e) {
      throw services.unknownProjects(List.of(id), "");
    }
  }

  private static String projects(Entry one) {
    String projects = one.projects().isEmpty() ? "all" : String.join(",", one.projects());
    return one.of("") ? "-" : projects;
  }

  private static void print(Caller caller, PanelReading reading) {
    PanelContent content = reading.content();
    line(caller, reading.title());
    if (!content.text().isEmpty()) {
      line(caller, content.text());
    }
    if (!content.figures().isEmpty()) {
      new Listing<>(content.figures())
          .column("NUMBER", Figure::label)
          .column("VALUE", one -> PanelNumber.text(one.value(), one.unit()))
          .print(caller, false);
    }
    for (Table one : content.tables()) {
      if (!one.title().isEmpty()) {
        line(caller, one.title());
      }
      if (!one.columns().isEmpty()) {
        TextTable table = new TextTable(one.columns().toArray(String[]::new));
        one.rows().forEach(row -> table.row(row.toArray()));
        caller.print(table);
      }
    }
    if (!content.series().isEmpty()) {
      series(caller, content.series());
    }
    if (reading.cut()) {
      caller.err().println("there is more than is shown");
    }
  }

  private static void line(Caller caller, String text) {
    caller.println(SafeText.line(text));
  }

  /** Prints all series on one time axis. */
  private static void series(Caller caller, List<Series> all) {
    List<Instant> times = all.stream().flatMap(s -> s.points().stream()).map(Point::at).toList();
    Instant from = times.stream().min(Instant::compareTo).orElse(Instant.EPOCH);
    Instant to = times.stream().max(Instant::compareTo).orElse(Instant.EPOCH);
    String span = Amounts.span(Duration.between(from, to));
    new Listing<>(all)
        .column("SERIES", Series::label)
        .column("MOST", s -> PanelNumber.text(values(s).max(Double::compare), s.unit()))
        .column("LAST", s -> PanelNumber.text(values(s).reduce((a, b) -> b), s.unit()))
        .column("OVER " + span, s -> Plot.line(bars(s), from, to, BARS))
        .print(caller, false);
  }

  private static Stream<Double> values(Series series) {
    return series.points().stream().map(Point::value);
  }

  private static List<History.Point> bars(Series series) {
    return series.points().stream()
        .map(p -> new History.Point(p.at(), p.value(), p.value(), p.value()))
        .toList();
  }
}
