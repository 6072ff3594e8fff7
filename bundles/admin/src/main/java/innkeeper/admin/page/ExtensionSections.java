package innkeeper.admin.page;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Figure;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.panel.PanelNumber;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels.Entry;
import innkeeper.api.time.ZonedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Actions and panels of third parties' bundles, without scripts. */
final class ExtensionSections {

  /** A panel answers within two seconds, or says that it did not; all are asked at once. */
  private static final long LONGEST_SECONDS = 5;

  private static final int MOST_PANELS = 20;

  private final Html html;
  private final ServiceSnapshot services;
  private final ProjectSections sections;
  private final HostSections tables;

  ExtensionSections(Html html, ServiceSnapshot services, ProjectSections sections, Instant now) {
    this.html = html;
    this.services = services;
    this.sections = sections;
    this.tables = new HostSections(html, now);
  }

  /**
   * Whether there is anything to show.
   *
   * @param channelId of a project; "" for the host
   */
  static boolean any(ServiceSnapshot services, String channelId) {
    boolean panels =
        services.findPanels().stream().anyMatch(p -> !of(p.entries(), channelId).isEmpty());
    return panels
        || !channelId.isEmpty()
            && services.findActions().stream().anyMatch(a -> !a.offers(channelId).isEmpty());
  }

  private static List<Entry> of(List<Entry> all, String channelId) {
    return all.stream().filter(e -> e.of(channelId)).limit(MOST_PANELS).toList();
  }

  /**
   * @param confirm the name of the action that the next press confirms; "" for none
   */
  void project(String channelId, String confirm) {
    Page.ask(services.findActions(), a -> a.offers(channelId))
        .ifPresentOrElse(
            offers -> actions(channelId, offers, confirm),
            () -> sections.away("Actions", "extensions"));
    panels(channelId);
  }

  void host() {
    panels("");
  }

  private void actions(String channelId, List<Offer> offers, String confirm) {
    if (offers.isEmpty()) {
      return;
    }
    tables.table("Actions", "Action", "What it does", "Last run", "Run");
    for (Offer offer : offers) {
      html.raw("<tr><th scope=\"row\">")
          .text(offer.title())
          .raw("</th><td>")
          .text(offer.about())
          .raw("</td><td>")
          .text(offer.last().map(ExtensionSections::say).orElse("–"))
          .raw("</td><td class=\"acts\">");
      button(channelId, offer, offer.dangerous() && offer.name().equals(confirm));
      html.raw("</td></tr>");
    }
    tables.endTable();
  }

  /** The names hold no character that would have to be encoded in an address. */
  private void button(String channelId, Offer offer, boolean confirms) {
    html.raw("<form method=\"post\" action=\"/projects/")
        .text(channelId)
        .raw("/actions?name=")
        .text(offer.name())
        .raw(confirms ? "&amp;confirm=true\"><button class=\"armed\">" : "\"><button>")
        .text(confirms ? "Yes, run it: " + offer.title() : offer.title())
        .raw("<span class=\"vh\"> ")
        .text(channelId)
        .raw("</span></button></form>");
  }

  private static String say(ActionRun run) {
    String began = run.state().word() + " " + ZonedText.of(run.to().orElse(run.from()));
    return run.text().isEmpty() ? began : began + ": " + run.text();
  }

  private void panels(String channelId) {
    Optional<List<Entry>> entries =
        Page.ask(services.findPanels(), p -> of(p.entries(), channelId));
    if (entries.isEmpty()) {
      sections.away("Panels", "extensions");
      return;
    }
    List<CompletableFuture<PanelReading>> asked = new ArrayList<>();
    for (Entry entry : entries.get()) {
      Page.ask(services.findPanels(), p -> p.read(entry.name(), channelId)).ifPresent(asked::add);
    }
    asked.forEach(one -> answer(one).ifPresent(this::panel));
    if (asked.isEmpty() && !any(services, channelId)) {
      html.raw("<section><p class=\"empty\">No bundle adds anything here.</p></section>");
    }
  }

  private static Optional<PanelReading> answer(CompletableFuture<PanelReading> asked) {
    try {
      return Optional.of(asked.get(LONGEST_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty(); // Its bundle, and the one that asks it, are being replaced.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private void panel(PanelReading reading) {
    PanelContent content = reading.content();
    html.raw("<section><h2>").text(reading.title()).raw("</h2>");
    paragraph(reading.problem());
    paragraph(content.text());
    paragraph(reading.cut() ? "There is more than is shown." : "");
    html.raw("</section>");
    if (!content.figures().isEmpty()) {
      tables.table(reading.title() + ": numbers", "Number", "Value");
      for (Figure one : content.figures()) {
        tables.row(one.label(), PanelNumber.text(one.value(), one.unit()));
      }
      tables.endTable();
    }
    for (Table table : content.tables()) {
      tables.table(
          table.title().isEmpty() ? reading.title() : table.title(),
          table.columns().toArray(String[]::new));
      table.rows().forEach(row -> tables.row(row.toArray()));
      tables.endTable();
    }
    if (!content.series().isEmpty()) {
      tables.table(
          reading.title() + ": over time", "Series", "Last", "Least", "Most", "From", "To");
      content.series().forEach(this::series);
      tables.endTable();
    }
  }

  private void paragraph(String text) {
    if (!text.isEmpty()) {
      html.raw("<p>").text(text).raw("</p>");
    }
  }

  private void series(Series one) {
    List<Point> points = one.points();
    if (points.isEmpty()) {
      tables.row(one.label(), PanelNumber.UNKNOWN, "", "", "", "");
      return;
    }
    DoubleSummaryStatistics all = points.stream().mapToDouble(Point::value).summaryStatistics();
    Point last = points.get(points.size() - 1);
    tables.row(
        one.label(),
        number(last.value(), one),
        number(all.getMin(), one),
        number(all.getMax(), one),
        ZonedText.of(points.get(0).at()),
        ZonedText.of(last.at()));
  }

  private static String number(double value, Series of) {
    return PanelNumber.text(Optional.of(value), of.unit());
  }
}
