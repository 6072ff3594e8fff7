package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Route;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Serves GET /api/health: status 200, or 503 if the host itself fails. */
public final class HealthApi {

  private static final String HEALTH_JSON = "application/health+json";
  private static final Parameter LEVEL =
      Parameter.word("level", "Which checks to run.", List.of("alive", "ready", "full"));

  private HealthApi() {}

  public static List<Route> routes() {
    return List.of(
        Route.get("/api/health")
            .named("getHealth", "host", "What is wrong with the host, why, what to do.")
            .takes(LEVEL)
            .answers(200, "pass or warn.", HealthReport.class)
            .answers(
                503,
                "The host itself fails (the report), or the host bundle is away (a problem).",
                HealthReport.class)
            .by(HealthApi::report));
  }

  private static void report(Exchange exchange) throws IOException {
    String level = exchange.query().word(LEVEL).orElse("full");
    HealthReport report =
        exchange.get(Health.class).report(Health.Level.valueOf(level.toUpperCase(Locale.ROOT)));
    String accept = exchange.request().getHeader("Accept");
    String type = accept != null && accept.contains(HEALTH_JSON) ? HEALTH_JSON : Exchange.JSON;
    exchange.send(report.ok() ? 200 : 503, type, Json.bytes(report));
  }
}
