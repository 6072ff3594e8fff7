package innkeeper.admin.page;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.text.PageText;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incidents;
import innkeeper.api.time.ZonedText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** What happened, and what was used, without scripts. */
final class PastSections {

  private static final Duration SHOWN = Duration.ofDays(30);
  private static final Duration FIGURES = Duration.ofHours(1);
  private static final Duration ROW = Duration.ofMinutes(5);
  private static final int MOST = 50;

  private static final Map<Metric, DoubleFunction<String>> COLUMNS =
      Map.of(
          Metric.CPU, v -> String.format(Locale.ROOT, "%.1f %%", v),
          Metric.RSS, v -> PageText.bytes(Math.round(v)),
          Metric.LINES, v -> String.format(Locale.ROOT, "%.1f", v),
          Metric.ERRORS, v -> String.format(Locale.ROOT, "%.2f", v));

  private static final List<Metric> ORDER =
      List.of(Metric.CPU, Metric.RSS, Metric.LINES, Metric.ERRORS);

  private final Html html;
  private final ServiceSnapshot services;
  private final ProjectSections sections;
  private final HostSections tables;
  private final Instant now;

  PastSections(Html html, ServiceSnapshot services, ProjectSections sections, Instant now) {
    this.html = html;
    this.services = services;
    this.sections = sections;
    this.tables = new HostSections(html, now);
    this.now = now;
  }

  /**
   * Those of a month, and those that last.
   *
   * @param id of a project; "" for all
   */
  void incidents(String id) {
    List<String> projects = id.isEmpty() ? List.of() : List.of(id);
    Optional<List<Incident>> found =
        Page.ask(
            services.findIncidents(),
            service ->
                service.find(
                    new Incidents.Query(projects, now.minus(SHOWN), now, Optional.empty(), MOST)));
    if (found.isEmpty()) {
      sections.away("Incidents", "history");
      return;
    }
    if (found.get().isEmpty()) {
      html.raw("<section><h2>Incidents</h2><p class=\"empty\">")
          .raw("Nothing went wrong in 30 days.</p></section>");
      return;
    }
    found.get().stream()
        .sorted(Comparator.comparing(Incident::open, Comparator.reverseOrder()))
        .forEach(this::incident);
  }

  private void incident(Incident i) {
    html.raw("<section class=\"incident\"><h2>")
        .text(i.open() ? "▲ open: " : "■ over: ")
        .text(i.kind().word())
        .text(i.channelId().isEmpty() ? " of the host" : " of " + i.channelId())
        .raw("</h2><p>")
        .text(ZonedText.of(i.from()) + " to " + i.to().map(ZonedText::of).orElse("now"))
        .text(i.runs() == 0 ? "" : " · " + i.runs() + " runs")
        .raw("</p><p><strong>")
        .text(ZonedText.within(i.cause()))
        .raw("</strong></p><ul>");
    for (Incident.Change c : i.changes()) {
      item(
          "changed before: "
              + ZonedText.of(c.at())
              + " "
              + c.what()
              + " "
              + ZonedText.within(c.detail()));
    }
    for (Incident.Action a : i.actors()) {
      item("acted: " + ZonedText.of(a.at()) + " " + a.action() + " " + a.actor().via().word());
    }
    html.raw("</ul>");
    if (!i.ends().isEmpty() && !i.ends().get(i.ends().size() - 1).lines().isEmpty()) {
      html.raw("<pre class=\"loglines\" tabindex=\"0\" aria-label=\"Last lines\">");
      i.ends().get(i.ends().size() - 1).lines().forEach(line -> html.text(line).raw("\n"));
      html.raw("</pre>");
    }
    if (i.acknowledgedBy().isPresent()) {
      html.raw("<p>✓ seen by ").text(i.acknowledgedBy().get().via().word()).raw("</p>");
    } else {
      html.raw("<form method=\"post\" action=\"/incidents/" + i.id() + "/acknowledge\">")
          .raw("<button>Acknowledge</button></form>");
    }
    html.raw("</section>");
  }

  private void item(String text) {
    html.raw("<li>").text(text.strip()).raw("</li>");
  }

  /** The last hour in rows of five minutes; what was not measured is a dash. */
  void figures(String id) {
    Set<Metric> metrics = new LinkedHashSet<>(ORDER);
    metrics.add(Metric.RESTARTS);
    Optional<List<History.Series>> found =
        Page.ask(
            services.findHistory(),
            history ->
                history.read(
                    new History.Query(
                        List.of(id), false, metrics, now.minus(FIGURES), now, Optional.empty())));
    if (found.isEmpty() || found.get().isEmpty()) {
      sections.away("Resources", "history");
      return;
    }
    Map<Metric, List<Point>> points = found.get().get(0).metrics();
    tables.table(
        "Resources, the last hour",
        "From",
        "Processor",
        "Memory",
        "Lines a second",
        "Errors a second",
        "Restarts");
    for (Instant from = now.minus(ROW);
        !from.isBefore(now.minus(FIGURES));
        from = from.minus(ROW)) {
      List<Object> cells = new ArrayList<>();
      cells.add(ZonedText.of(from));
      for (Metric metric : ORDER) {
        List<Point> inside = inside(points.get(metric), from);
        cells.add(
            inside.isEmpty()
                ? "–"
                : COLUMNS
                    .get(metric)
                    .apply(inside.stream().collect(Collectors.averagingDouble(Point::avg))));
      }
      List<Point> restarts = inside(points.get(Metric.RESTARTS), from);
      cells.add(
          restarts.isEmpty() ? "–" : Math.round(restarts.stream().mapToDouble(Point::max).sum()));
      tables.row(cells.toArray());
    }
    tables.endTable();
  }

  private static List<Point> inside(List<Point> points, Instant from) {
    return points == null
        ? List.of()
        : points.stream()
            .filter(p -> !p.at().isBefore(from) && p.at().isBefore(from.plus(ROW)))
            .toList();
  }
}
