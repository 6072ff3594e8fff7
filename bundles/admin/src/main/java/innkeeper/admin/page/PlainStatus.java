package innkeeper.admin.page;

import innkeeper.admin.events.StateSnapshot;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.ActionsApi.Action;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.log.UnreadableLogException;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.common.text.SeenText;
import innkeeper.common.time.ZonedText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The status for browsers without scripts: all projects, or one project and its log's end. */
final class PlainStatus {

  /** The actions that have a form. */
  static final List<Action> FORMS = List.of(Action.START, Action.STOP);

  private static final Logger LOG = LoggerFactory.getLogger(PlainStatus.class);
  private static final int NEWEST_LINES = 200;

  private final Html html;
  private final ServiceSnapshot services;

  PlainStatus(Html html, ServiceSnapshot services) {
    this.html = html;
    this.services = services;
  }

  /**
   * Writes the status as HTML.
   *
   * @param wanted the id or name of a project; "" for all projects
   */
  void write(String wanted) {
    List<ProjectStatus> projects =
        StateSnapshot.ask(services, Supervisor.class, Supervisor::projects);
    Optional<ProjectStatus> one =
        Stream.ofNullable(projects)
            .flatMap(List::stream)
            .filter(p -> p.channelId().equals(wanted) || p.name().equals(wanted))
            .findFirst();
    String title = one.map(ProjectStatus::name).orElse(wanted.isEmpty() ? "Projects" : wanted);
    html.raw("<section><h2>").text(title).raw("</h2>");
    if (services.find(Supervisor.class).isEmpty()) {
      away("The projects are", "supervisor");
    } else if (projects == null) {
      html.raw("<p class=\"empty\">The projects cannot be read from bot.db. ")
          .raw("<code>innkeeper health</code> shows why, and what to do.</p>");
    } else if (wanted.isEmpty()) {
      list(projects);
    } else {
      one.ifPresentOrElse(this::project, () -> html.raw("<p>There is no such project.</p>"));
    }
    html.raw("</section>");
  }

  private void away(String what, String surface) {
    html.raw("<p class=\"quiet\">" + what + " not available just now: the surface “" + surface)
        .raw("” does not serve. Reload the page in a moment.</p>");
  }

  private void list(List<ProjectStatus> projects) {
    if (projects.isEmpty()) {
      html.raw("<p class=\"empty\">No project yet. Add one on the command line: ")
          .raw("<code>innkeeper add demo --port 4300 -- node server.js</code></p>");
      return;
    }
    html.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Projects\">")
        .raw("<table class=\"grid\"><thead><tr>");
    for (String column : List.of("Project and log", "State and reason", "Action")) {
      html.raw("<th scope=\"col\">" + column + "</th>");
    }
    html.raw("</tr></thead><tbody>");
    for (ProjectStatus p : projects) {
      html.raw("<tr><th scope=\"row\"><a href=\"/?p=").text(p.channelId()).raw("\">");
      html.text(p.name()).raw("</a></th><td>");
      state(p);
      html.raw("</td><td class=\"acts\">");
      forms(p);
      html.raw("</td></tr>");
    }
    html.raw("</tbody></table></div>");
  }

  private void project(ProjectStatus p) {
    html.raw("<p>");
    state(p);
    html.raw("</p>");
    forms(p);
    html.raw("<h3>Newest lines of its log</h3>");
    Optional<Logs> logs = services.find(Logs.class);
    if (logs.isEmpty()) {
      away("The log is", "logging");
      return;
    }
    try {
      lines(logs.get().tail(p.name(), NEWEST_LINES));
    } catch (UnreadableLogException e) {
      html.raw("<p class=\"alert\" role=\"alert\">").text(e.getMessage()).raw("</p>");
    } catch (IOException | RuntimeException e) {
      LOG.debug("log could not be read for the page log={}", p.name(), e);
      html.raw("<p class=\"quiet\">The log cannot be read now; reload the page in a moment.</p>");
    }
  }

  /** Writes the state and its reason; without a reason, what the probe found. */
  private void state(ProjectStatus p) {
    String reason = p.reason().isEmpty() ? p.health().output() : p.reason();
    html.raw("<span class=\"state\">").text(p.state()).raw("</span> ");
    html.text(ZonedText.within(reason));
  }

  private void forms(ProjectStatus p) {
    for (Action action : FORMS) {
      if (p.actions().contains(action.word())) {
        html.raw("<form method=\"post\" action=\"/projects/")
            .text(p.channelId())
            .raw("/" + action.word() + "\"><button>")
            .raw(action == Action.START ? "Start" : "Stop")
            .raw("<span class=\"vh\"> ")
            .text(p.name())
            .raw("</span></button></form>");
      }
    }
  }

  private void lines(Logs.Tail tail) {
    if (tail.timed().isEmpty() && tail.unfinished().isEmpty()) {
      html.raw("<p class=\"empty\">Nothing logged yet.</p>");
      return;
    }
    html.raw("<div class=\"tail\" tabindex=\"0\" role=\"region\" aria-label=\"Newest lines\">")
        .raw("<pre class=\"loglines\">");
    for (TimedLine line : tail.timed()) {
      line(line.at().map(ZonedText::of).orElse(""), line.line());
    }
    tail.unfinished().forEach(text -> line("", text));
    html.raw("</pre></div>");
  }

  private void line(String at, String text) {
    html.raw("<span class=\"ad\">").text(at).raw("</span> ");
    html.text(SeenText.of(text, SeenText.LONGEST_LINE)).raw("\n");
  }
}
