package innkeeper.shell.extension;

import innkeeper.api.history.History;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Figure;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.panel.PanelNumber;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels.Entry;
import innkeeper.api.panel.Panels.UnknownPanelException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import innkeeper.shell.past.Plot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code panel [--json]}, {@code panel NAME [ID] [--json]}: lists and shows panels of other
 * bundles.
 */
public final class PanelCommand implements Command {

  private static final int BARS = 40;

  private final AwaitedServices services;

  public PanelCommand(AwaitedServices services) {
    this.services = services;
  }

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
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    options.atMost(2).checkNoRest();
    List<String> plain = options.plain();
    if (plain.isEmpty()) {
      return list(caller, options.has("--json"));
    }
    PanelReading reading = read(plain.get(0), plain.size() > 1 ? plain.get(1) : "");
    if (options.has("--json")) {
      caller.out().println(Json.write(reading));
    } else if (!reading.problem().isEmpty()) {
      throw new CommandRefusedException(SafeText.line(reading.problem()));
    } else {
      print(caller, reading);
    }
    return reading.problem().isEmpty() ? 0 : 1;
  }

  private PanelReading read(String name, String id) throws Exception {
    try {
      return services.panels().read(name, id).get();
    } catch (UnknownProjectException e) {
      throw services.unknownProjects(List.of(id), "");
    } catch (UnknownPanelException e) {
      throw new CommandRefusedException(SafeText.line(e.getMessage()), e);
    }
  }

  private int list(Caller caller, boolean json) throws Exception {
    List<Entry> entries = services.panels().entries();
    if (json) {
      caller.out().println(Json.write(entries));
      return 0;
    }
    if (entries.isEmpty()) {
      caller.err().println("no bundle has a panel; see docs/api.md");
      return 0;
    }
    TextTable table = new TextTable("NAME", "OF", "PROJECTS", "PANEL");
    for (Entry one : entries) {
      String projects = one.projects().isEmpty() ? "all" : String.join(",", one.projects());
      table.row(one.name(), one.scope().word(), one.of("") ? "-" : projects, one.title());
    }
    caller.print(table);
    return 0;
  }

  private static void print(Caller caller, PanelReading reading) {
    PanelContent content = reading.content();
    line(caller, reading.title());
    if (!content.text().isEmpty()) {
      line(caller, content.text());
    }
    if (!content.figures().isEmpty()) {
      TextTable table = new TextTable("NUMBER", "VALUE");
      for (Figure one : content.figures()) {
        table.row(one.label(), PanelNumber.text(one.value(), one.unit()));
      }
      caller.print(table);
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
    caller.out().println(SafeText.line(text));
  }

  /** Prints all series on one time axis. */
  private static void series(Caller caller, List<Series> all) {
    List<Instant> times = all.stream().flatMap(s -> s.points().stream()).map(Point::at).toList();
    Instant from = times.stream().min(Instant::compareTo).orElse(Instant.EPOCH);
    Instant to = times.stream().max(Instant::compareTo).orElse(Instant.EPOCH);
    String span = Amounts.span(Duration.between(from, to));
    TextTable table = new TextTable("SERIES", "MOST", "LAST", "OVER " + span);
    for (Series one : all) {
      List<Point> points = one.points();
      Optional<Double> most = points.stream().map(Point::value).max(Double::compare);
      Optional<Double> last =
          points.isEmpty() ? Optional.empty() : Optional.of(points.get(points.size() - 1).value());
      table.row(
          one.label(),
          PanelNumber.text(most, one.unit()),
          PanelNumber.text(last, one.unit()),
          Plot.line(points.stream().map(PanelCommand::bar).toList(), from, to, BARS));
    }
    caller.print(table);
  }

  private static History.Point bar(Point point) {
    return new History.Point(point.at(), point.value(), point.value(), point.value());
  }
}
