package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incidents;
import innkeeper.api.incident.Incidents.UnknownIncidentException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;

/** Serves GET /api/incidents, POST /api/incidents/ID/acknowledge and snooze. */
public final class IncidentsApi {

  private static final Duration USUAL = Duration.ofDays(1);

  private static final Parameter LIMIT =
      Parameter.number("limit", "Incidents at most, the newest.", 100, 1, Incidents.MOST);
  private static final Parameter OPEN =
      Parameter.flag(
          "open", "true: only those that last, whenever they began; false: only those that ended.");
  private static final Parameter NUMBER = Parameter.id("The incident's number.", "^[0-9]+$");

  private final Clock clock;

  public IncidentsApi(Clock clock) {
    this.clock = clock;
  }

  record IncidentList(List<Incident> incidents) {}

  public List<Route> routes() {
    return List.of(
        Route.get("/api/incidents")
            .named("listIncidents", "incidents", "What went wrong, newest first.")
            .takes(
                Parameter.query(
                    "projects",
                    "Ids or names, separated by commas; all, and the host's own, if it is left"
                        + " out."),
                TimeParameters.FROM,
                TimeParameters.TO,
                OPEN,
                LIMIT)
            .tagged()
            .returns("Those that lasted within the span.", IncidentList.class, this::list),
        Route.post("/api/incidents/{id}/acknowledge")
            .named("acknowledgeIncident", "incidents", "Records that a person has seen it.")
            .takes(NUMBER)
            .refuses(Problem.Kind.UNKNOWN_INCIDENT)
            .returns(
                "The incident now.",
                Incident.class,
                x -> change(x, id -> x.get(Incidents.class).acknowledge(id, x.actor()))),
        Route.post("/api/incidents/{id}/snooze")
            .named("snoozeIncident", "incidents", "Suppresses its alarms for a while.")
            .takes(NUMBER, Parameter.query("for", "A span, 1m to 7d: 30m, 2h, 1d. Required."))
            .refuses(Problem.Kind.UNKNOWN_INCIDENT)
            .returns("The incident now.", Incident.class, IncidentsApi::snooze));
  }

  private IncidentList list(Exchange exchange) {
    Query query = exchange.query();
    TimeParameters.Span span = TimeParameters.span(query, clock, USUAL);
    Incidents.Query wanted =
        new Incidents.Query(
            query.words("projects"),
            span.from(),
            span.to(),
            query.word(OPEN).map(Boolean::valueOf),
            query.count(LIMIT));
    Incidents incidents = exchange.get(Incidents.class);
    return new IncidentList(Problem.checked(() -> incidents.find(wanted)));
  }

  private static Incident snooze(Exchange exchange) {
    String span = exchange.query().required("for", "1m to 7d, such as for=2h");
    return change(
        exchange,
        id -> exchange.get(Incidents.class).snooze(id, Incidents.span(span), exchange.actor()));
  }

  private static Incident change(Exchange exchange, LongFunction<Incident> change) {
    if (!exchange.id().matches("[0-9]{1,18}")) {
      throw unknown(exchange.id());
    }
    try {
      return change.apply(Long.parseLong(exchange.id()));
    } catch (UnknownIncidentException e) {
      throw unknown(exchange.id());
    } catch (IllegalArgumentException e) {
      throw Problem.bad(e.getMessage());
    }
  }

  private static Problem unknown(String id) {
    return new Problem(
        Problem.Kind.UNKNOWN_INCIDENT,
        "No incident has the number \"" + Query.shown(id) + "\"; GET /api/incidents lists them.");
  }
}
