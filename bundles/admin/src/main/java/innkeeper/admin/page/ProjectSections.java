package innkeeper.admin.page;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.health.Times;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Instant;
import java.util.List;

/** The page's sections on projects and their logs. */
final class ProjectSections {

  private final Html html;
  private final Instant now;

  private static final int CALM = 5;

  ProjectSections(Html html, Instant now) {
    this.html = html;
    this.now = now;
  }

  /** The same words as the live page's, in the same order of weight. */
  static String verdict(HealthStatus status, List<ProjectStatus> projects) {
    long failed = projects.stream().filter(p -> p.state() == ProjectState.FATAL).count();
    long waiting = projects.stream().filter(p -> p.state() == ProjectState.BACKOFF).count();
    if (status == HealthStatus.FAIL) {
      return "The host fails";
    }
    if (failed > 0) {
      return failed + " failed";
    }
    if (waiting > 0) {
      return waiting + " restarting";
    }
    long unready = projects.stream().filter(ProjectSections::unready).count();
    if (unready > 0) {
      return unready + " not ready";
    }
    long flapping = projects.stream().filter(ProjectSections::flapping).count();
    if (flapping > 0) {
      return flapping + " flapping";
    }
    long ended = projects.stream().filter(ProjectSections::ended).count();
    if (ended > 0) {
      return ended + " ended unasked";
    }
    return status == HealthStatus.WARN ? "Needs a look" : "All is well";
  }

  private static boolean unready(ProjectStatus p) {
    return p.state() == ProjectState.RUNNING && !p.health().ready();
  }

  private static boolean flapping(ProjectStatus p) {
    return p.health().flapping() && p.state() != ProjectState.STOPPED;
  }

  private static boolean ended(ProjectStatus p) {
    return p.state() == ProjectState.EXITED
        && !p.lastExit().map(ProjectStatus.Exit::expected).orElse(true);
  }

  /** How much a project needs a look; 0 the most. */
  static int calm(ProjectStatus p) {
    return switch (p.state()) {
      case FATAL -> 0;
      case BACKOFF -> 1;
      default -> unready(p) ? 2 : flapping(p) ? 3 : ended(p) ? 4 : CALM;
    };
  }

  /**
   * A project that fails or waits for its next try needs a look, whatever the host's own health.
   */
  static HealthStatus weight(HealthStatus host, List<ProjectStatus> projects) {
    boolean ill = projects.stream().anyMatch(p -> calm(p) < CALM);
    return ill ? host.and(HealthStatus.WARN) : host;
  }

  /** Shape, besides word and colour. */
  static String shape(ProjectStatus p) {
    return switch (p.state()) {
      case RUNNING -> p.health().ready() ? "●" : "◐";
      case STARTING, STOPPING -> "◌";
      case BACKOFF -> "▲";
      case FATAL -> "✕";
      case UNKNOWN -> "?";
      case STOPPED, EXITED -> "■";
    };
  }

  /** One of the page's four tones. */
  static String tone(ProjectStatus p) {
    return switch (p.state()) {
      case RUNNING -> p.health().ready() && !flapping(p) ? "ok" : "warn";
      case STARTING, STOPPING, BACKOFF, UNKNOWN -> "warn";
      case FATAL -> "err";
      case EXITED -> ended(p) ? "warn" : "off";
      case STOPPED -> "off";
    };
  }

  /** Says that a section's surface is away; for chaining. */
  Void away(String title, String surface) {
    html.raw("<section><h2>")
        .text(title)
        .raw("</h2><p class=\"quiet\">The surface “")
        .text(surface)
        .raw("” does not serve now; it may be being replaced. Reload in a moment.</p></section>");
    return null;
  }

  /** An empty list is no word for a list that nobody knows. */
  void unread() {
    html.raw(
            "<section><h2>Projects</h2><p class=\"empty\">The projects cannot be read from bot.db. ")
        .raw("The section Health says why, and what to do.</p></section>");
  }

  void projects(List<ProjectStatus> projects) {
    html.raw("<section><h2>Projects</h2>");
    if (projects.isEmpty()) {
      html.raw("<p class=\"empty\">No project yet. Add one on the command line: ")
          .raw("<code>innkeeper add demo --port 4300 -- node server.js</code></p></section>");
      return;
    }
    html.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Projects\">")
        .raw("<table class=\"grid\"><thead><tr><th scope=\"col\">Project</th>")
        .raw("<th scope=\"col\">State</th><th scope=\"col\">Since</th>")
        .raw("<th scope=\"col\">Why</th><th scope=\"col\">Process</th>")
        .raw("<th scope=\"col\">Actions</th></tr></thead><tbody>");
    projects.forEach(this::row);
    html.raw("</tbody></table></div></section>");
  }

  private void row(ProjectStatus p) {
    html.raw("<tr><th scope=\"row\"><a href=\"/?p=")
        .text(p.channelId())
        .raw("\">")
        .text(p.name())
        .raw("</a></th><td><span class=\"state " + tone(p) + "\"><span aria-hidden=\"true\">")
        .text(shape(p))
        .raw("</span> ")
        .text(p.state() + (flapping(p) ? " FLAPPING" : ""))
        .raw("</span></td><td><time datetime=\"")
        .text(Times.iso(p.shownSince()))
        .raw("\">")
        .text(PageText.since(p.shownSince(), now))
        .raw("</time></td><td>")
        .text(p.reason().isEmpty() ? p.health().output() : p.reason())
        .raw("</td><td>");
    if (p.pid().isPresent()) {
      html.text("pid " + p.pid().getAsLong() + " · " + PageText.bytes(p.resources().rssBytes()));
    }
    html.raw("</td><td class=\"acts\">");
    for (String action : p.actions()) {
      html.raw("<form method=\"post\" action=\"/projects/")
          .text(p.channelId())
          .raw("/")
          .text(action)
          .raw("\"><button>")
          .text(Character.toUpperCase(action.charAt(0)) + action.substring(1))
          .raw("<span class=\"vh\"> ")
          .text(p.name())
          .raw("</span></button></form>");
    }
    html.raw("</td></tr>");
  }

  void log(ProjectStatus project, List<String> lines) {
    html.raw("<section><h2>Log of ").text(project.name()).raw("</h2>");
    if (lines.isEmpty()) {
      html.raw("<p class=\"empty\">Nothing logged yet.</p></section>");
      return;
    }
    html.raw("<div class=\"tail\" tabindex=\"0\" role=\"region\" aria-label=\"Newest lines\">")
        .raw("<pre class=\"loglines\">");
    lines.forEach(line -> html.text(innkeeper.admin.rest.TerminalText.clean(line)).raw("\n"));
    html.raw("</pre></div><p><a href=\"/api/logs/")
        .text(project.channelId())
        .raw("/download\">Download the whole log</a></p></section>");
  }
}
