package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.NumberParameter;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incidents;
import innkeeper.api.incident.Incidents.UnknownIncidentException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Serves GET /api/incidents, POST /api/incidents/ID/acknowledge and snooze. */
final class IncidentsApi {

  private static final Duration USUAL = Duration.ofDays(1);

  private static final NumberParameter LIMIT =
      new NumberParameter("limit", "Incidents at most, the newest.", 100, 1, Incidents.MOST);

  private static final TextParameter NUMBER =
      new TextParameter(
          "id", "path", "The incident's number.", Map.of("type", "string", "pattern", "^[0-9]+$"));

  private final Clock clock;
  private final Function<Exchange, Actor> actor;

  /**
   * Creates the routes' state.
   *
   * @param actor finds the user and the process of a request
   */
  IncidentsApi(Clock clock, Function<Exchange, Actor> actor) {
    this.clock = clock;
    this.actor = actor;
  }

  /** The body of the answer. */
  record IncidentList(List<Incident> incidents) {}

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/incidents",
            this::list,
            new Operation("listIncidents", "incidents", "What went wrong, newest first.")
                .takes(
                    TextParameter.query(
                        "projects",
                        "Ids or names, separated by commas; all, and the host's own, if it is left"
                            + " out."),
                    TimeSpan.FROM,
                    TimeSpan.TO,
                    TextParameter.word(
                        "open",
                        "true: only those that last, whenever they began; false: only those that"
                            + " ended.",
                        List.of("true", "false")),
                    LIMIT)
                .answers(Answer.json(200, "Those that lasted within the span.", IncidentList.class))
                .tagged()),
        new Route(
            "POST",
            "/api/incidents/{id}/acknowledge",
            this::acknowledge,
            new Operation("acknowledgeIncident", "incidents", "Records that a person has seen it.")
                .takes(NUMBER)
                .answers(Answer.json(200, "The incident now.", Incident.class))
                .refuses(Problem.Kind.UNKNOWN_INCIDENT)),
        new Route(
            "POST",
            "/api/incidents/{id}/snooze",
            this::snooze,
            new Operation("snoozeIncident", "incidents", "Suppresses its alarms for a while.")
                .takes(
                    NUMBER, TextParameter.query("for", "A span, 1m to 7d: 30m, 2h, 1d. Required."))
                .answers(Answer.json(200, "The incident now.", Incident.class))
                .refuses(Problem.Kind.UNKNOWN_INCIDENT)));
  }

  private void list(Exchange exchange) throws IOException {
    Query query = exchange.query();
    TimeSpan span = TimeSpan.of(query, clock, USUAL);
    int limit = (int) query.number(LIMIT);
    Optional<Boolean> open = query.flag("open");
    try {
      exchange.jsonTagged(
          new IncidentList(
              exchange
                  .services()
                  .incidents()
                  .find(
                      new Incidents.Query(
                          HistoryApi.words(query, "projects"),
                          span.from(),
                          span.to(),
                          open,
                          limit))));
    } catch (IllegalArgumentException e) {
      throw new Problem(Problem.Kind.BAD_VALUE, e.getMessage());
    }
  }

  private void acknowledge(Exchange exchange) throws IOException {
    answer(exchange, id -> exchange.services().incidents().acknowledge(id, actor.apply(exchange)));
  }

  private void snooze(Exchange exchange) throws IOException {
    String span =
        exchange
            .query()
            .text("for")
            .orElseThrow(
                () ->
                    new Problem(
                        Problem.Kind.BAD_VALUE,
                        "The parameter \"for\" is missing; it takes 1m to 7d, such as for=2h."));
    answer(
        exchange,
        id ->
            exchange
                .services()
                .incidents()
                .snooze(id, Incidents.span(span), actor.apply(exchange)));
  }

  private static void answer(Exchange exchange, Function<Long, Incident> change)
      throws IOException {
    if (!exchange.id().matches("[0-9]{1,18}")) {
      throw unknown(exchange.id());
    }
    try {
      exchange.json(200, change.apply(Long.parseLong(exchange.id())));
    } catch (UnknownIncidentException e) {
      throw unknown(exchange.id());
    } catch (IllegalArgumentException e) {
      throw new Problem(Problem.Kind.BAD_VALUE, e.getMessage());
    }
  }

  private static Problem unknown(String id) {
    return new Problem(
        Problem.Kind.UNKNOWN_INCIDENT,
        "No incident has the number \"" + Query.shown(id) + "\"; GET /api/incidents lists them.");
  }
}
