package innkeeper.admin.http;

import java.io.IOException;

/** Answers the requests of one route. */
@FunctionalInterface
public interface Endpoint {

  /**
   * @throws Problem to refuse
   */
  void serve(Exchange exchange) throws IOException;
}
