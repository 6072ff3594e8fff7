package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.api.health.Times;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.surface.Surfaces.Surface;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** GET /api/surfaces and /api/rotation. */
public final class SurfacesApi {

  void list(Exchange exchange) throws IOException {
    exchange.jsonTagged(exchange.house().surfaces().list().stream().map(Surface::toMap).toList());
  }

  void rotation(Exchange exchange) throws IOException {
    exchange.json(
        200, exchange.house().rotator().status().stream().map(SurfacesApi::toMap).toList());
  }

  /** Wire form. */
  public static Map<String, Object> toMap(Rotator.Status status) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", status.name());
    map.put("bytes", status.bytes());
    map.put("maxBytes", status.maxBytes());
    map.put("archives", status.archives());
    map.put("archiveBytes", status.archiveBytes());
    map.put("oldest", status.oldest().map(Times::iso).orElse(null));
    return map;
  }
}
