package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import java.io.IOException;

/** GET /api/surfaces and /api/rotation. */
public final class SurfacesApi {

  void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(exchange.services().surfaces().list());
  }

  void rotation(Exchange exchange) throws IOException {
    exchange.json(200, exchange.services().rotator().status());
  }
}
