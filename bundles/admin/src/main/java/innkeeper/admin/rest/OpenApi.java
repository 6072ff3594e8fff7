package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Route;
import innkeeper.admin.openapi.OpenApiDocument;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Serves GET /api/openapi.json, which is built from the route table at the first request. */
final class OpenApi {

  private final Supplier<List<Route>> routes;
  private volatile byte[] document;

  OpenApi(Supplier<List<Route>> routes) {
    this.routes = routes;
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/openapi.json",
            this::document,
            new Operation("getOpenApi", "host", "This document.")
                .answers(Answer.json(200, "OpenAPI 3.1.", Map.class))
                .tagged()
                .alone()));
  }

  private void document(Exchange exchange) throws IOException {
    if (document == null) {
      document = Json.bytes(OpenApiDocument.of(routes.get()));
    }
    exchange.tagged(Exchange.JSON, document);
  }
}
