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

  /**
   * @param at the moment that the log is wanted at; "" for its end
   */
  void write(ProjectStatus project, String view, String at) {
    sections.head(project);
    html.raw("<nav class=\"places\" aria-label=\"Project\">");
    VIEWS.forEach(
        (name, title) ->
            html.raw("<a href=\"/?p=")
                .text(project.channelId())
                .raw(name.isEmpty() ? "" : "&amp;t=" + name)
                .raw(name.equals(view) ? "\" aria-current=\"page\">" : "\">")
                .text(title)
                .raw("</a>"));
    html.raw("</nav>");
    PastSections past = new PastSections(html, services, sections, now);
    switch (view) {
      case "incidents" -> {
        new AlarmSections(html, services, sections, now).silence(project.channelId());
        past.incidents(project.channelId());
      }
      case "resources" -> past.figures(project.channelId());
      case "config" -> config(project.channelId());
      default ->
          new LogSection(html, services, now, ZoneId.systemDefault())
              .write(project.name(), project.name(), project.channelId(), at);
    }
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
