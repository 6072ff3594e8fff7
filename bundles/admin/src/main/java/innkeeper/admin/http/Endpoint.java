package innkeeper.admin.http;

import java.io.IOException;

/** Answers the requests of one route. */
@FunctionalInterface
public interface Endpoint {

  /**
   * Serves one request.
   *
   * @throws Problem if the request is refused
   */
  void serve(Exchange exchange) throws IOException;
}
