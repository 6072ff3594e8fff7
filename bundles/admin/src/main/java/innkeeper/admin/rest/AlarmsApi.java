package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.Alarms.ChannelStatus;
import innkeeper.api.alarm.Alarms.Silence;
import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incidents;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Serves GET /api/alarms (channels and silences), POST /api/silences and /api/silences/end. */
public final class AlarmsApi {

  private static final TextParameter PROJECT =
      TextParameter.query("project", "Id or name; * for all projects and the host. Required.");

  private final Function<Exchange, Actor> actor;

  /**
   * Creates the routes' state.
   *
   * @param actor finds the user and the process of a request
   */
  AlarmsApi(Function<Exchange, Actor> actor) {
    this.actor = actor;
  }

  /** The alarm channels and the silences in force. */
  record AlarmsBody(List<ChannelStatus> channels, List<Silence> silences) {}

  /**
   * The result of a request to end a silence.
   *
   * @param changed whether a silence was in force
   */
  record SilenceEnded(boolean ok, String channelId, boolean changed) {}

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/alarms",
            this::list,
            new Operation("listAlarms", "alarms", "Alarm channels, and the silences in force.")
                .answers(Answer.json(200, "Channels by name.", AlarmsBody.class))
                .tagged()),
        new Route(
            "POST",
            "/api/silences",
            exchange -> exchange.json(200, begin(exchange)),
            new Operation("silence", "alarms", "Tells no alarm of a project for a while.")
                .takes(PROJECT, TextParameter.query("for", "A span, 1m to 30d: 30m, 2h. Required."))
                .answers(
                    Answer.json(200, "The silence, in place of an earlier one.", Silence.class))
                .refuses(Problem.Kind.UNKNOWN_PROJECT)),
        new Route(
            "POST",
            "/api/silences/end",
            exchange -> exchange.json(200, finish(exchange)),
            new Operation("endSilence", "alarms", "Ends a silence now.")
                .takes(PROJECT)
                .answers(Answer.json(200, "Done, or nothing to do.", SilenceEnded.class))
                .refuses(Problem.Kind.UNKNOWN_PROJECT)));
  }

  private void list(Exchange exchange) throws IOException {
    Alarms alarms = exchange.services().alarms();
    exchange.jsonTagged(new AlarmsBody(alarms.channels(), alarms.silences()));
  }

  private Silence begin(Exchange exchange) {
    String id = project(exchange);
    String span = exchange.query().text("for").orElseThrow(() -> missing("for", "1m to 30d"));
    try {
      Duration length = Incidents.span(span);
      return exchange.services().alarms().silence(id, length, actor.apply(exchange));
    } catch (IllegalArgumentException e) {
      throw new Problem(Problem.Kind.BAD_VALUE, e.getMessage());
    }
  }

  private SilenceEnded finish(Exchange exchange) {
    String id = project(exchange);
    boolean was = exchange.services().alarms().endSilence(id, actor.apply(exchange));
    return new SilenceEnded(true, id, was);
  }

  /**
   * Returns the id that the request names. It may be the id of a removed project, whose silence can
   * still be ended.
   */
  private static String project(Exchange exchange) {
    String asked =
        exchange
            .query()
            .text("project")
            .orElseThrow(() -> missing("project", "an id, a name or *"));
    boolean known =
        asked.equals(Alarms.ALL)
            || exchange.services().alarms().silences().stream()
                .anyMatch(one -> one.channelId().equals(asked));
    return known
        ? asked
        : exchange
            .services()
            .supervisor()
            .project(asked)
            .map(ProjectStatus::channelId)
            .orElseThrow(
                () ->
                    new Problem(
                        Problem.Kind.UNKNOWN_PROJECT,
                        "No project has this id or name; * means all and the host."));
  }

  private static Problem missing(String parameter, String takes) {
    return new Problem(
        Problem.Kind.BAD_VALUE,
        "The parameter \"" + parameter + "\" is missing; it takes " + takes + ".");
  }
}
