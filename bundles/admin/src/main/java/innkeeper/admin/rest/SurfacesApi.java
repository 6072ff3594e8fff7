package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Route;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.surface.Surfaces.Surface;
import java.io.IOException;
import java.util.List;

/** Serves GET /api/surfaces and /api/rotation. */
public final class SurfacesApi {

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/rotation",
            this::rotation,
            new Operation("getRotation", "logs", "All logs' rotation.")
                .answers(Answer.list(200, "By name.", Rotator.Status.class))),
        new Route(
            "GET",
            "/api/surfaces",
            this::list,
            new Operation("listSurfaces", "host", "Bundles that serve.")
                .answers(Answer.list(200, "By name.", Surface.class))
                .tagged()));
  }

  private void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(exchange.services().surfaces().list());
  }

  private void rotation(Exchange exchange) throws IOException {
    exchange.json(200, exchange.services().rotator().status());
  }
}
