package innkeeper.admin.http;

import java.util.List;

/**
 * One row of the route table.
 *
 * @param method {@code GET} (which serves HEAD too) or {@code POST}
 * @param path as the OpenAPI document has it: {@code /api/projects/{id}}
 */
public record Route(String method, String path, Endpoint endpoint) {

  List<String> segments() {
    return List.of(path.substring(1).split("/", -1));
  }
}
