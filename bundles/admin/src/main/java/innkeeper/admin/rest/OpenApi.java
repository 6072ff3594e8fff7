package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import java.io.IOException;
import java.io.InputStream;

/** GET /api/openapi.json: a resource, checked against the route table by a test. */
final class OpenApi {

  private static final String RESOURCE = "/innkeeper/admin/openapi.json";

  void document(Exchange exchange) throws IOException {
    try (InputStream in = OpenApi.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException("this bundle lacks " + RESOURCE);
      }
      byte[] body = in.readAllBytes();
      exchange.tagged(
          "W/\"" + Integer.toHexString(java.util.Arrays.hashCode(body)) + "\"",
          "application/json",
          body);
    }
  }
}
