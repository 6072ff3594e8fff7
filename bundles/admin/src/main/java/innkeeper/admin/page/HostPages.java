package innkeeper.admin.page;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.Api;
import innkeeper.api.health.HealthReport;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The plain pages on the host itself, one for each view of the scripts. */
final class HostPages {

  /** Titles by the name that address and fragment have. */
  static final Map<String, String> VIEWS = new LinkedHashMap<>();

  static {
    VIEWS.put("health", "Health");
    VIEWS.put("backups", "Backups");
    VIEWS.put("rotation", "Rotation");
    VIEWS.put("surfaces", "Surfaces");
    VIEWS.put("all-incidents", "Incidents");
    VIEWS.put("alarms", "Alarms");
    VIEWS.put("audit", "Audit");
    VIEWS.put("log", "Log");
    VIEWS.put("add", "Add a project");
    VIEWS.put("settings", "Settings");
    VIEWS.put("panels", "Panels");
  }

  private final Html html;
  private final ServiceSnapshot services;
  private final Api api;
  private final ProjectSections sections;
  private final HostSections reports;
  private final Instant now;

  HostPages(Html html, ServiceSnapshot services, Api api, ProjectSections sections, Instant now) {
    this.html = html;
    this.now = now;
    this.services = services;
    this.api = api;
    this.sections = sections;
    this.reports = new HostSections(html, now);
  }

  void write(String view, Optional<HealthReport> health, Optional<List<ProjectStatus>> projects) {
    html.raw("<nav class=\"places\" aria-label=\"Host\">");
    VIEWS.forEach((name, title) -> link(name, title, name.equals(view)));
    html.raw("</nav>");
    switch (view) {
      case "backups" ->
          Page.ask(services.findBackups(), b -> reports.backups(b.status(), b.list(), b.forecast()))
              .orElseGet(() -> sections.away("Backups", "backup"));
      case "alarms" -> new AlarmSections(html, services, sections, now).write();
      case "all-incidents" -> new PastSections(html, services, sections, now).incidents("");
      case "rotation" -> {
        Page.ask(Optional.of(services), api.disk()::outlook)
            .ifPresentOrElse(reports::outlook, () -> sections.away("Disk outlook", "history"));
        Page.ask(services.findRotator(), r -> reports.rotation(r.status()))
            .orElseGet(() -> sections.away("Rotation", "rotation"));
      }
      case "surfaces" ->
          Page.ask(services.findSurfaces(), s -> reports.surfaces(s.list()))
              .orElseGet(() -> sections.away("Surfaces", "host"));
      case "audit" ->
          Page.ask(
                  services.findAudit(),
                  a -> reports.audit(a.entries(100, Long.MAX_VALUE, "", "").entries()))
              .orElseGet(() -> sections.away("Audit", "store"));
      case "log" ->
          new LogSection(html, services, now, ZoneId.systemDefault())
              .write("the host", Logs.MAIN, Logs.MAIN, "");
      case "add" -> ConfigSection.form(html);
      case "panels" -> new ExtensionSections(html, services, sections, now).host();
      case "settings" -> reports.settings(api.settings().all(services));
      default -> health(health, projects);
    }
  }

  private void link(String name, String title, boolean here) {
    if (!name.equals("panels") || here || ExtensionSections.any(services, "")) {
      html.raw("<a href=\"/?t=" + name + "\"" + (here ? " aria-current=\"page\"" : "") + ">")
          .text(title)
          .raw("</a>");
    }
  }

  private void health(Optional<HealthReport> health, Optional<List<ProjectStatus>> projects) {
    projects.map(Trouble::among).filter(ill -> !ill.isEmpty()).ifPresent(reports::trouble);
    if (health.isPresent()) {
      reports.health(health.get());
    } else {
      sections.away("Health", "host");
    }
  }
}
