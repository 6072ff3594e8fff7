package innkeeper.admin.page;

import innkeeper.admin.events.EventBody.Snapshot;
import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.Api;
import innkeeper.admin.text.PageText;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incidents;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ProjectStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page as the server writes it: complete without scripts, and what they start from. */
final class Page {

  private static final Logger LOG = LoggerFactory.getLogger(Page.class);

  private final Assets assets;
  private final StateSnapshot scene;
  private final ServiceSnapshot services;
  private final Api api;
  private final Settings settings;
  private final Supplier<LongFunction<String>> position;
  private final Instant now;

  Page(
      Assets assets,
      StateSnapshot scene,
      ServiceSnapshot services,
      Api api,
      Settings settings,
      Supplier<LongFunction<String>> position,
      Instant now) {
    this.position = position;
    this.assets = assets;
    this.scene = scene;
    this.services = services;
    this.api = api;
    this.settings = settings;
    this.now = now;
  }

  /**
   * Which of the plain pages is wanted.
   *
   * @param project whose page; "" for none
   * @param view of the host; "" for none
   * @param state {@code ill}: only projects that need a person
   * @param at the time around which the project's log is shown; "" for its end
   * @param confirm the action that the next press confirms; "" for none. Never of the address: a
   *     link of another site must not save the first press
   */
  record Place(String project, String view, String state, String at, String confirm) {

    static final Place HOME = new Place("", "", "", "", "");

    static Place project(String id) {
      return new Place(id, "", "", "", "");
    }

    static Place host(String view) {
      return new Place("", view, "", "", "");
    }

    static Place extensions(String id, String confirm) {
      return new Place(id, "extensions", "", "", confirm);
    }

    static Place of(Query query) {
      return new Place(
          query.text("p").orElse(""),
          query.text("t").orElse(""),
          query.text("state").orElse(""),
          query.text("at").orElse(""),
          "");
    }
  }

  /**
   * @param alert why the last request was refused; "" for none
   */
  void write(Html html, Place place, String alert) {
    Optional<List<ProjectStatus>> known = ask(services.findSupervisor(), s -> s.projects());
    Optional<HealthReport> health = ask(services.findHealth(), h -> h.report(Health.Level.FULL));
    HealthStatus verdict = Trouble.weight(health, known);
    head(
        html,
        verdict,
        Trouble.among(known.orElse(List.of())).size() + health.map(Trouble::faults).orElse(0));
    // The stream goes on from here, so that it need not send all of this again.
    LongFunction<String> at = position.get();
    Snapshot all = scene.all(services, health.orElse(null), false);
    String last =
        at.apply(all.audit().isEmpty() ? 0 : all.audit().get(all.audit().size() - 1).seq());
    html.raw("<div id=\"app\" data-host=\"")
        .text(settings.hostLabel())
        .raw("\" data-ssh=\"")
        .text(System.getProperty("user.name") + "@" + Settings.hostName())
        .raw("\" data-zone=\"")
        .text(ZoneId.systemDefault().getId())
        .raw("\" data-later=\"" + assets.named("later.js").path())
        .raw("\" data-last=\"")
        .text(last)
        .raw("\" data-known='")
        .json(new String(Json.bytes(all), StandardCharsets.UTF_8))
        .raw("'></div><div id=\"plain\">");
    banner(html, verdict, health, known);
    html.raw("<main class=\"plain\">");
    if (!alert.isEmpty()) {
      html.raw("<p class=\"alert\" role=\"alert\">").text(alert).raw("</p>");
    }
    ProjectSections sections = new ProjectSections(html, now);
    if (HostPages.VIEWS.containsKey(place.view()) || place.view().equals("host")) {
      new HostPages(html, services, api, sections, now).write(place.view(), health, known);
    } else if (services.findSupervisor().isEmpty()) {
      sections.away("Projects", "supervisor");
    } else if (known.isEmpty()) {
      sections.unread();
    } else if (place.project().isEmpty()) {
      new OverviewSection(html, now, api.recent().latest(services), open())
          .write(known.get(), place.state());
    } else {
      project(html, sections, known.get(), place);
    }
    html.raw("</main></div></body></html>\n");
  }

  private List<Incident> open() {
    return ask(
            services.findIncidents(),
            i ->
                i.find(
                    new Incidents.Query(
                        List.of(), now.minus(Incidents.KEPT), now, Optional.of(true), 100)))
        .orElse(List.of());
  }

  private void project(
      Html html, ProjectSections sections, List<ProjectStatus> projects, Place place) {
    String wanted = place.project();
    Optional<ProjectStatus> project =
        projects.stream()
            .filter(p -> p.channelId().equals(wanted) || p.name().equals(wanted))
            .findFirst();
    if (project.isEmpty()) {
      html.raw("<section><h2>").text(wanted).raw("</h2><p>There is no such project.</p></section>");
      return;
    }
    new ProjectPages(html, services, api, sections, now).write(project.get(), place);
  }

  private void head(Html html, HealthStatus verdict, int count) {
    html.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw("<meta name=\"color-scheme\" content=\"dark light\"><title>")
        .text(settings.hostLabel() + " – Innkeeper")
        .raw("</title>")
        .raw("<link rel=\"stylesheet\" href=\"" + assets.named("app.css").path() + "\">")
        .raw("<link rel=\"icon\" type=\"image/svg+xml\"");
    for (String word : List.of("pass", "warn", "fail", "gone")) {
      html.raw(" data-" + word + "=\"" + assets.named(word + ".svg").path() + "\"");
    }
    String icon =
        count == 0
            ? assets.named(verdict.word() + ".svg").path()
            : VerdictIcon.path(verdict.word(), count);
    html.raw(" href=\"" + icon + "\">")
        .raw("<script src=\"" + assets.named("theme.js").path() + "\"></script>")
        .raw("<script src=\"" + assets.named("app.js").path() + "\" defer></script>")
        .raw("</head><body>");
  }

  private void banner(
      Html html,
      HealthStatus verdict,
      Optional<HealthReport> health,
      Optional<List<ProjectStatus>> projects) {
    html.raw("<header class=\"bar\"><h1>Innkeeper</h1><span class=\"machine\">")
        .text(settings.hostLabel())
        .raw("</span><nav class=\"places\"><a href=\"/\">Overview</a>")
        .raw("<a href=\"/?t=health\">Host</a></nav>")
        .raw("<p class=\"verdict " + verdict.word() + "\">")
        .raw("<span class=\"dot\" aria-hidden=\"true\"></span><strong>")
        .text(Trouble.verdict(health, projects))
        .raw("</strong> ")
        .text(projects.map(Page::ready).orElse("projects not known"))
        .raw("</p>");
    health.ifPresent(
        h ->
            html.raw("<p class=\"quiet\">up ")
                .text(PageText.span(Duration.ofMillis(h.uptimeMs())))
                .raw(" · version ")
                .text(h.version())
                .raw("</p>"));
    html.raw("</header>");
  }

  private static String ready(List<ProjectStatus> projects) {
    long ready = projects.stream().filter(p -> p.health().ready()).count();
    return ready + " of " + projects.size() + " ready";
  }

  /** Empty where the surface is away, or left while it was asked. */
  static <S, T> Optional<T> ask(Optional<S> service, Function<S, T> question) {
    try {
      return service.map(question);
    } catch (RuntimeException e) {
      LOG.debug("surface left while it was asked for the page", e);
      return Optional.empty();
    }
  }
}
