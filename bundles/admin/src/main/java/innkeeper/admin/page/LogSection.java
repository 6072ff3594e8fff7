package innkeeper.admin.page;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.TerminalText;
import innkeeper.api.log.LogQuery;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.log.UnreadableLogException;
import innkeeper.api.time.PointInTime;
import innkeeper.api.time.ZonedText;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page's section on one log: its end, or the lines around a time, which a plain form asks. */
final class LogSection {

  private static final Logger LOG = LoggerFactory.getLogger(LogSection.class);
  private static final int NEWEST = 50;
  private static final int BEFORE = 50;
  private static final int AFTER = 100;

  private final Html html;
  private final ServiceSnapshot services;
  private final Clock clock;

  /**
   * @param zone in which times are shown, and meant by whoever types them
   */
  LogSection(Html html, ServiceSnapshot services, Instant now, ZoneId zone) {
    this.html = html;
    this.services = services;
    this.clock = Clock.fixed(now, zone);
  }

  /**
   * @param project what the log is called
   * @param name of the log
   * @param id of the project, or {@code main}
   * @param at a time as people write it; "" for the log's end
   */
  void write(String project, String name, String id, String at) {
    Optional<Logs> logs = services.findLogs();
    if (logs.isEmpty()) {
      new ProjectSections(html, clock.instant()).away("Log", "logging");
      return;
    }
    html.raw("<section><h2>Log of ").text(project).raw("</h2>");
    form(id, at);
    try {
      lines(read(logs.get(), name, at), at.isEmpty());
    } catch (IllegalArgumentException | UnreadableLogException e) {
      html.raw("<p class=\"alert\" role=\"alert\">").text(e.getMessage()).raw("</p>");
    } catch (IOException | RuntimeException e) {
      LOG.debug("log could not be read for the page log={}", name, e);
      html.raw("<p class=\"quiet\">The log cannot be read now; reload in a moment.</p>");
    }
    html.raw("<p><a href=\"/api/logs/").text(id).raw("/download\">Download the whole log</a>");
    if (!at.isEmpty()) {
      html.raw(" · <a href=\"/?p=").text(id).raw("\">To its end</a>");
    }
    html.raw("</p></section>");
  }

  private void form(String id, String at) {
    if (id.equals(Logs.MAIN)) {
      return;
    }
    html.raw(
            "<form class=\"at\" method=\"get\" action=\"/\"><input type=\"hidden\" name=\"p\" value=\"")
        .text(id)
        .raw("\"><label>Go to a time <input type=\"search\" name=\"at\" value=\"")
        .text(at)
        .raw("\" placeholder=\"03:12, -2h, yesterday 03:12\"></label> <button>Go</button>")
        .raw(" <span class=\"quiet\">Times are those of ")
        .text(clock.getZone().getId())
        .raw(".</span></form>");
  }

  private List<TimedLine> read(Logs logs, String name, String at) throws IOException {
    if (at.isEmpty()) {
      Logs.Tail tail = logs.tail(name, NEWEST);
      List<TimedLine> lines = new ArrayList<>(tail.timed());
      tail.unfinished()
          .forEach(
              text ->
                  lines.add(new TimedLine("", Optional.empty(), Optional.empty(), false, text)));
      return lines;
    }
    String position = logs.positionAt(name, PointInTime.parse(at, clock));
    List<TimedLine> lines =
        new ArrayList<>(logs.read(name, LogQuery.before(position, BEFORE)).lines());
    lines.addAll(logs.read(name, LogQuery.after(position, AFTER)).lines());
    return lines;
  }

  private void lines(List<TimedLine> lines, boolean newest) {
    if (lines.isEmpty()) {
      html.raw("<p class=\"empty\">Nothing logged yet.</p>");
      return;
    }
    html.raw("<div class=\"" + (newest ? "tail" : "around") + "\" tabindex=\"0\" role=\"region\"")
        .raw(" aria-label=\"" + (newest ? "Newest lines" : "Lines around the time") + "\">")
        .raw("<pre class=\"loglines\">");
    for (TimedLine line : lines) {
      html.raw("<span class=\"ad\">")
          .text(line.at().map(at -> ZonedText.of(at, clock.getZone())).orElse(""))
          .raw("</span> ")
          .text(TerminalText.clean(line.line()))
          .raw("\n");
    }
    html.raw("</pre></div>");
  }
}
