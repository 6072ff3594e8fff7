package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.surface.Surfaces.Surface;
import java.io.IOException;

/** GET /api/surfaces and /api/rotation. */
public final class SurfacesApi {

  void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(
        exchange.services().surfaces().list().stream().map(Surface::toMap).toList());
  }

  void rotation(Exchange exchange) throws IOException {
    exchange.json(
        200, exchange.services().rotator().status().stream().map(Rotator.Status::toMap).toList());
  }
}
