package innkeeper.admin.http;

import java.util.List;
import java.util.Optional;

/**
 * An answer of a route, as the OpenAPI document has it.
 *
 * @param body what its JSON holds; empty for an answer that is no JSON
 * @param list whether that is a list of such bodies
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

  /** The same, also as a text. */
  public Answer orText(String type) {
    return new Answer(status, description, body, list, List.of(type));
  }
}
