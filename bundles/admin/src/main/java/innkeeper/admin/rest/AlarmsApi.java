package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.Alarms.ChannelStatus;
import innkeeper.api.alarm.Alarms.Silence;
import innkeeper.api.incident.Incidents;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.util.List;

/** Serves GET /api/alarms (channels and silences), POST /api/silences and /api/silences/end. */
public final class AlarmsApi {

  private static final Parameter PROJECT =
      Parameter.query("project", "Id or name; * for all projects and the host. Required.");

  private AlarmsApi() {}

  /** The alarm channels and the silences in force. */
  record AlarmsBody(List<ChannelStatus> channels, List<Silence> silences) {}

  /**
   * The result of a request to end a silence.
   *
   * @param changed whether a silence was in force
   */
  record SilenceEnded(boolean ok, String channelId, boolean changed) {}

  public static List<Route> routes() {
    return List.of(
        Route.get("/api/alarms")
            .named("listAlarms", "alarms", "Alarm channels, and the silences in force.")
            .tagged()
            .returns("Channels by name.", AlarmsBody.class, AlarmsApi::list),
        Route.post("/api/silences")
            .named("silence", "alarms", "Suppresses the alarms of a project for a while.")
            .takes(PROJECT, Parameter.query("for", "A span, 1m to 30d: 30m, 2h. Required."))
            .refuses(Problem.Kind.UNKNOWN_PROJECT)
            .returns("The silence, in place of an earlier one.", Silence.class, AlarmsApi::begin),
        Route.post("/api/silences/end")
            .named("endSilence", "alarms", "Ends a silence now.")
            .takes(PROJECT)
            .refuses(Problem.Kind.UNKNOWN_PROJECT)
            .returns("Done, or nothing to do.", SilenceEnded.class, AlarmsApi::end));
  }

  private static AlarmsBody list(Exchange exchange) {
    Alarms alarms = exchange.get(Alarms.class);
    return new AlarmsBody(alarms.channels(), alarms.silences());
  }

  private static Silence begin(Exchange exchange) {
    String id = project(exchange);
    String span = exchange.query().required("for", "1m to 30d");
    Alarms alarms = exchange.get(Alarms.class);
    return Problem.checked(() -> alarms.silence(id, Incidents.span(span), exchange.actor()));
  }

  private static SilenceEnded end(Exchange exchange) {
    String id = project(exchange);
    return new SilenceEnded(true, id, exchange.get(Alarms.class).endSilence(id, exchange.actor()));
  }

  /**
   * Returns the id that the request names. It may be the id of a removed project, whose silence can
   * still be ended.
   */
  private static String project(Exchange exchange) {
    String asked = exchange.query().required("project", "an id, a name or *");
    boolean known =
        asked.equals(Alarms.ALL)
            || exchange.get(Alarms.class).silences().stream()
                .anyMatch(one -> one.channelId().equals(asked));
    return known
        ? asked
        : exchange
            .get(Supervisor.class)
            .project(asked)
            .map(ProjectStatus::channelId)
            .orElseThrow(
                () ->
                    new Problem(
                        Problem.Kind.UNKNOWN_PROJECT,
                        "No project has this id or name; * means all and the host."));
  }
}
