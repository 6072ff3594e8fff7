package innkeeper.admin.http;

import java.util.List;
import java.util.Optional;

/**
 * An answer of a route, as the OpenAPI document describes it.
 *
 * @param body the type of its JSON body; empty for an answer that is not JSON
 * @param list whether the body is a list of that type
 * @param texts the media types of its other forms
 */
public record Answer(
    int status, String description, Optional<Class<?>> body, boolean list, List<String> texts) {

  public static Answer json(int status, String description, Class<?> body) {
    return new Answer(status, description, Optional.of(body), false, List.of());
  }

  public static Answer list(int status, String description, Class<?> item) {
    return new Answer(status, description, Optional.of(item), true, List.of());
  }

  public static Answer text(int status, String description, String... types) {
    return new Answer(status, description, Optional.empty(), false, List.of(types));
  }

  /** Returns the same answer with a text form besides. */
  public Answer orText(String type) {
    return new Answer(status, description, body, list, List.of(type));
  }
}
