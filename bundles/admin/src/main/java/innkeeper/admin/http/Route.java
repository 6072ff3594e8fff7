package innkeeper.admin.http;

import java.util.List;
import java.util.Optional;

/**
 * One row of the route table.
 *
 * @param method {@code GET} (which serves HEAD too) or {@code POST}
 * @param path in the form of the OpenAPI document: {@code /api/projects/{id}}
 * @param operation its description in that document; empty for a route that is not in it
 */
public record Route(String method, String path, Endpoint endpoint, Optional<Operation> operation) {

  /** A route of the API. */
  public Route(String method, String path, Endpoint endpoint, Operation operation) {
    this(method, path, endpoint, Optional.of(operation));
  }

  /** A route of the page. */
  public Route(String method, String path, Endpoint endpoint) {
    this(method, path, endpoint, Optional.empty());
  }

  List<String> segments() {
    return List.of(path.substring(1).split("/", -1));
  }
}
