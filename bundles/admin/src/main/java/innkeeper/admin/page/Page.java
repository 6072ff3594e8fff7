package innkeeper.admin.page;

import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.log.UnreadableLogException;
import innkeeper.api.supervisor.ProjectStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page as the server writes it: complete without scripts, and what they start from. */
final class Page {

  private static final Logger LOG = LoggerFactory.getLogger(Page.class);

  private final Assets assets;
  private final StateSnapshot scene;
  private final ServiceSnapshot services;
  private final Instant now;

  Page(Assets assets, StateSnapshot scene, ServiceSnapshot services, Instant now) {
    this.assets = assets;
    this.scene = scene;
    this.services = services;
    this.now = now;
  }

  /**
   * @param wanted the project whose log is shown; "" for the first
   * @param alert why the last request was refused; "" for none
   */
  void write(Html html, String wanted, String alert) {
    Optional<List<ProjectStatus>> known = ask(services.findSupervisor(), s -> s.projects());
    List<ProjectStatus> projects = known.orElse(List.of());
    Optional<HealthReport> health = ask(services.findHealth(), h -> h.report(Health.Level.FULL));
    HealthStatus verdict =
        ProjectSections.weight(
            health.map(HealthReport::status).orElse(HealthStatus.WARN), projects);
    head(html, verdict);
    html.raw("<div id=\"app\" data-known=\"")
        .text(known(health))
        .raw("\"></div><div id=\"plain\">");
    banner(html, verdict, health, projects, known.isPresent());
    html.raw("<main class=\"plain\">");
    if (!alert.isEmpty()) {
      html.raw("<p class=\"alert\" role=\"alert\">").text(alert).raw("</p>");
    }
    ProjectSections sections = new ProjectSections(html, now);
    if (services.findSupervisor().isEmpty()) {
      sections.away("Projects", "supervisor");
    } else if (known.isEmpty()) {
      sections.unread();
    } else {
      sections.projects(projects);
    }
    log(sections, projects, wanted);
    HostSections reports = new HostSections(html, now);
    if (health.isPresent()) {
      reports.health(health.get());
    } else {
      sections.away("Health", "host");
    }
    ask(services.findBackups(), b -> reports.backups(b.status(), b.list()))
        .orElseGet(() -> sections.away("Backups", "backup"));
    ask(services.findRotator(), r -> reports.rotation(r.status()))
        .orElseGet(() -> sections.away("Rotation", "rotation"));
    ask(services.findSurfaces(), s -> reports.surfaces(s.list()))
        .orElseGet(() -> sections.away("Surfaces", "host"));
    ask(services.findAudit(), a -> reports.audit(a.entries(30, Long.MAX_VALUE, "", "").entries()))
        .orElseGet(() -> sections.away("Audit", "store"));
    html.raw("</main></div></body></html>\n");
  }

  /** What the scripts draw at once, before their stream has begun. */
  private String known(Optional<HealthReport> health) {
    return new String(
        Json.bytes(scene.all(services, health.orElse(null), false)), StandardCharsets.UTF_8);
  }

  private void head(Html html, HealthStatus verdict) {
    html.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw("<meta name=\"color-scheme\" content=\"dark light\"><title>Innkeeper</title>")
        .raw("<link rel=\"stylesheet\" href=\"" + assets.named("app.css").path() + "\">")
        .raw("<link rel=\"icon\" type=\"image/svg+xml\"");
    for (String word : List.of("pass", "warn", "fail", "gone")) {
      html.raw(" data-" + word + "=\"" + assets.named(word + ".svg").path() + "\"");
    }
    html.raw(" href=\"" + assets.named(verdict.word() + ".svg").path() + "\">")
        .raw("<script src=\"" + assets.named("theme.js").path() + "\"></script>")
        .raw("<script src=\"" + assets.named("app.js").path() + "\" defer></script>")
        .raw("</head><body>");
  }

  private void banner(
      Html html,
      HealthStatus verdict,
      Optional<HealthReport> health,
      List<ProjectStatus> projects,
      boolean known) {
    long ready = projects.stream().filter(p -> p.health().ready()).count();
    html.raw("<header class=\"bar\"><h1>Innkeeper</h1><p class=\"verdict " + verdict.word() + "\">")
        .raw("<span class=\"dot\" aria-hidden=\"true\"></span><strong>")
        .text(ProjectSections.verdict(verdict, projects))
        .raw("</strong> ")
        .text(known ? ready + " of " + projects.size() + " ready" : "projects not known")
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

  /** Whichever needs a look most. */
  private static Optional<ProjectStatus> first(List<ProjectStatus> projects) {
    return projects.stream().min(Comparator.comparingInt(ProjectSections::calm));
  }

  private void log(ProjectSections sections, List<ProjectStatus> projects, String wanted) {
    Optional<ProjectStatus> project =
        projects.stream()
            .filter(p -> p.channelId().equals(wanted) || p.name().equals(wanted))
            .findFirst()
            .or(() -> first(projects));
    if (project.isEmpty()) {
      return;
    }
    if (services.findLogs().isEmpty()) {
      sections.away("Log", "logging");
      return;
    }
    String name = project.get().name();
    try {
      sections.log(project.get(), services.logs().tail(name, 50).all());
    } catch (UnreadableLogException e) {
      sections.log(project.get(), List.of("[innkeeper: " + e.getMessage() + "]"));
    } catch (java.io.IOException | RuntimeException e) {
      LOG.debug("log could not be read for the page log={}", name, e);
      sections.away("Log", "logging");
    }
  }

  /** Empty where the surface is away, or left while it was asked. */
  private static <S, T> Optional<T> ask(Optional<S> service, Function<S, T> question) {
    try {
      return service.map(question);
    } catch (RuntimeException e) {
      LOG.debug("surface left while it was asked for the page", e);
      return Optional.empty();
    }
  }
}
