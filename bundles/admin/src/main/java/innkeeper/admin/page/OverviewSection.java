package innkeeper.admin.page;

import innkeeper.admin.rest.RecentFigures.Recent;
import innkeeper.admin.text.PageText;
import innkeeper.api.incident.Incident;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.time.ZonedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The overview without scripts: one sentence, then all projects, what needs a person first. */
final class OverviewSection {

  private static final int TOLD = 3;

  private final Html html;
  private final Instant now;
  private final Map<String, Recent> recent;
  private final List<Incident> open;

  /**
   * @param recent by channelId; empty while the history is away
   * @param open incidents that last; empty while the history is away
   */
  OverviewSection(Html html, Instant now, Map<String, Recent> recent, List<Incident> open) {
    this.html = html;
    this.now = now;
    this.recent = recent;
    this.open = open;
  }

  /**
   * @param only {@code ill} for those that need a person; else all
   */
  void write(List<ProjectStatus> projects, String only) {
    List<ProjectStatus> ill = Trouble.among(projects);
    List<ProjectStatus> shown = new ArrayList<>(ill);
    html.raw("<section><h2>Projects</h2>");
    if (projects.isEmpty()) {
      html.raw("<p class=\"empty\">No project yet. Add one on the command line: ")
          .raw("<code>innkeeper add demo --port 4300 -- node server.js</code></p>");
      ConfigSection.form(html);
      html.raw("</section>");
      return;
    }
    sentence(projects, ill);
    if (only.equals("ill")) {
      html.raw("<p><a href=\"/\">Show all projects</a></p>");
    } else {
      projects.stream().filter(p -> Trouble.of(p) == Trouble.NONE).forEach(shown::add);
    }
    html.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Projects\">")
        .raw("<table class=\"grid\"><thead><tr>");
    for (String column :
        List.of(
            "Project",
            "State",
            "Why",
            "CPU",
            "Memory",
            "Restarts 24 h",
            "Errors/min",
            "Up",
            "Actions")) {
      html.raw("<th scope=\"col\">").text(column).raw("</th>");
    }
    html.raw("</tr></thead><tbody>");
    shown.forEach(this::row);
    html.raw("</tbody></table></div></section>");
  }

  private void sentence(List<ProjectStatus> projects, List<ProjectStatus> ill) {
    long ready = projects.stream().filter(p -> p.health().ready()).count();
    html.raw("<p class=\"lead\">");
    if (ill.isEmpty()) {
      html.text("No project of " + projects.size() + " needs you: " + ready + " ready.");
    } else {
      html.text(
          ill.size()
              + " of "
              + projects.size()
              + (ill.size() == 1 ? " needs you: " : " need you: "));
      for (int i = 0; i < Math.min(TOLD, ill.size()); i++) {
        html.text((i == 0 ? "" : "; ") + told(ill.get(i)));
      }
      if (ill.size() > TOLD) {
        html.raw("; <a href=\"/?state=ill\">").text(ill.size() - TOLD + " more").raw("</a>");
      }
      html.text(". " + ready + " ready.");
    }
    html.raw("</p>");
  }

  private String told(ProjectStatus p) {
    Optional<Incident> incident =
        open.stream().filter(i -> i.channelId().equals(p.channelId())).findFirst();
    String error =
        incident
            .flatMap(
                i ->
                    i.ends().stream()
                        .map(Incident.End::error)
                        .filter(e -> !e.isEmpty())
                        .findFirst())
            .map(e -> ", " + e)
            .orElse("");
    Trouble trouble = Trouble.of(p);
    if (trouble == Trouble.DISK) {
      return p.name() + " is " + ZonedText.within(p.reason());
    }
    // An incident begins with its first sign; when it was given up, the state says.
    Instant since =
        trouble == Trouble.FAILED
            ? p.stateSince()
            : incident.map(Incident::from).orElse(p.stateSince());
    return p.name() + " " + trouble.word() + " for " + PageText.since(since, now) + error;
  }

  private void row(ProjectStatus p) {
    Optional<Recent> figures = Optional.ofNullable(recent.get(p.channelId()));
    // Nothing is known of a server before it was sampled: no process was counted.
    boolean sampled = p.resources().processes() > 0;
    ProjectSections.beginRow(html, p);
    html.raw("<td class=\"text\">").text(ProjectSections.why(p)).raw("</td>");
    cell(sampled ? String.format(Locale.ROOT, "%.1f %%", p.resources().cpuPercent()) : "–");
    cell(sampled ? PageText.bytes(p.resources().rssBytes()) : "–");
    cell(figures.flatMap(Recent::restarts24h).map(String::valueOf).orElse("–"));
    cell(figures.flatMap(Recent::errorsPerMinute).map(OverviewSection::rate).orElse("–"));
    cell(p.state() == ProjectState.RUNNING ? PageText.since(p.shownSince(), now) : "–");
    html.raw("<td class=\"acts\">");
    ProjectSections.actions(html, p);
    html.raw("</td></tr>");
  }

  private static String rate(double perMinute) {
    return String.format(Locale.ROOT, "%.1f", perMinute);
  }

  private void cell(String text) {
    html.raw("<td class=\"num\">").text(text).raw("</td>");
  }
}
