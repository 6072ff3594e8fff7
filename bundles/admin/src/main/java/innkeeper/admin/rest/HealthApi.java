package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import java.io.IOException;
import java.util.List;

/** Serves GET /api/health: status 200, or 503 if the host itself fails. */
final class HealthApi {

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/health",
            this::report,
            new Operation("getHealth", "host", "What is wrong with the host, why, what to do.")
                .takes(
                    TextParameter.word(
                        "level", "Which checks to run.", List.of("alive", "ready", "full")))
                .answers(Answer.json(200, "pass or warn.", HealthReport.class))
                .answers(
                    Answer.json(
                        503,
                        "The host itself fails (the report), or the host bundle is away (a"
                            + " problem).",
                        HealthReport.class))));
  }

  private void report(Exchange exchange) throws IOException {
    HealthReport report =
        exchange.services().health().report(level(exchange.query().text("level").orElse("full")));
    String accept = exchange.request().getHeader("Accept");
    String type =
        accept != null && accept.contains("application/health+json")
            ? "application/health+json"
            : Exchange.JSON;
    exchange.send(report.ok() ? 200 : 503, type, Json.bytes(report));
  }

  private static Health.Level level(String word) {
    return switch (word) {
      case "alive" -> Health.Level.ALIVE;
      case "ready" -> Health.Level.READY;
      case "full" -> Health.Level.FULL;
      default ->
          throw new Problem(
              Problem.Kind.BAD_VALUE,
              "The parameter \"level\" takes alive, ready or full, not \""
                  + Query.shown(word)
                  + "\".");
    };
  }
}
