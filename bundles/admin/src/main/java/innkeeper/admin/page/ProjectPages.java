package innkeeper.admin.page;

import innkeeper.admin.config.ProjectConfig;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.Api;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;

/** The plain pages on one project, one for each view of the scripts. */
final class ProjectPages {

  /** Titles by the name that address and fragment have; "" is its log. */
  static final Map<String, String> VIEWS = new LinkedHashMap<>();

  static {
    VIEWS.put("", "Log");
    VIEWS.put("incidents", "Incidents");
    VIEWS.put("resources", "Resources");
    VIEWS.put("config", "Config");
    VIEWS.put("extensions", "Extensions");
  }

  private final Html html;
  private final ServiceSnapshot services;
  private final Api api;
  private final ProjectSections sections;
  private final Instant now;

  ProjectPages(
      Html html, ServiceSnapshot services, Api api, ProjectSections sections, Instant now) {
    this.html = html;
    this.services = services;
    this.api = api;
    this.sections = sections;
    this.now = now;
  }

  void write(ProjectStatus project, Page.Place place) {
    String view = place.view();
    sections.head(project);
    html.raw("<nav class=\"places\" aria-label=\"Project\">");
    VIEWS.forEach((name, title) -> link(project.channelId(), name, title, name.equals(view)));
    html.raw("</nav>");
    PastSections past = new PastSections(html, services, sections, now);
    switch (view) {
      case "incidents" -> {
        new AlarmSections(html, services, sections, now).silence(project.channelId());
        past.incidents(project.channelId());
      }
      case "resources" -> past.figures(project.channelId());
      case "config" -> config(project.channelId());
      case "extensions" ->
          new ExtensionSections(html, services, sections, now)
              .project(project.channelId(), place.confirm());
      default ->
          new LogSection(html, services, now, ZoneId.systemDefault())
              .write(project.name(), project.name(), project.channelId(), place.at());
    }
  }

  private void link(String id, String name, String title, boolean here) {
    if (name.equals("extensions") && !here && !ExtensionSections.any(services, id)) {
      return;
    }
    html.raw("<a href=\"/?p=")
        .text(id)
        .raw(name.isEmpty() ? "" : "&amp;t=" + name)
        .raw(here ? "\" aria-current=\"page\">" : "\">")
        .text(title)
        .raw("</a>");
  }

  private void config(String id) {
    try {
      ProjectConfig config = api.config().config(services, id);
      new ConfigSection(html, now).write(config);
    } catch (Problem e) {
      html.raw("<section><h2>Configuration</h2><p class=\"quiet\">")
          .text(e.getMessage())
          .raw("</p></section>");
    }
  }
}
