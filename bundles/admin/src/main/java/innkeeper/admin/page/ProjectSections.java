package innkeeper.admin.page;

import innkeeper.admin.text.PageText;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.time.ZonedText;
import java.time.Instant;

/** The page's sections on projects and their logs. */
final class ProjectSections {

  private final Html html;
  private final Instant now;

  ProjectSections(Html html, Instant now) {
    this.html = html;
    this.now = now;
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
      case RUNNING -> Trouble.of(p) == Trouble.NONE ? "ok" : "warn";
      case STARTING, STOPPING, BACKOFF, UNKNOWN -> "warn";
      case FATAL -> "err";
      case EXITED -> Trouble.of(p) == Trouble.NONE ? "off" : "warn";
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

  static void state(Html html, ProjectStatus p) {
    boolean flapping = p.health().flapping() && p.state() != ProjectState.STOPPED;
    html.raw("<span class=\"state " + tone(p) + "\"><span aria-hidden=\"true\">")
        .text(shape(p))
        .raw("</span> ")
        .text(p.state() + (flapping ? " FLAPPING" : ""))
        .raw("</span>");
  }

  /** A table's row up to its second cell: the link to a project, and its state. */
  static void beginRow(Html html, ProjectStatus p) {
    html.raw("<tr><th scope=\"row\"><a href=\"/?p=")
        .text(p.channelId())
        .raw("\">")
        .text(p.name())
        .raw("</a></th><td>");
    state(html, p);
    html.raw("</td>");
  }

  /** Why a project is in its state, or what its probe said last. */
  static String why(ProjectStatus p) {
    return ZonedText.within(p.reason().isEmpty() ? p.health().output() : p.reason());
  }

  /** One plain form for each thing that may be done. */
  static void actions(Html html, ProjectStatus p) {
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
  }

  /** What is known of one project, and what may be done. */
  void head(ProjectStatus p) {
    html.raw("<section><h2>").text(p.name()).raw("</h2><p>");
    state(html, p);
    html.text(" for " + PageText.since(p.shownSince(), now));
    if (p.pid().isPresent()) {
      html.text(" · pid " + p.pid().getAsLong());
    }
    if (p.resources().processes() > 0) {
      html.text(" · " + PageText.bytes(p.resources().rssBytes()));
    }
    html.raw("</p><p>").text(why(p)).raw("</p><div class=\"acts\">");
    actions(html, p);
    html.raw("</div></section>");
  }
}
