package innkeeper.admin.http;

import innkeeper.api.project.Definitions;
import java.util.List;
import java.util.Map;

/** A parameter whose value is a text. */
public record TextParameter(String name, String in, String description, Map<String, Object> schema)
    implements Parameter {

  /** Creates the path's variable {@code {id}}: the id or name of a project or a log. */
  public static TextParameter id(String description) {
    return new TextParameter(
        "id",
        "path",
        description,
        Map.of("type", "string", "pattern", "^" + Definitions.ID.pattern() + "$"));
  }

  public static TextParameter query(String name, String description) {
    return new TextParameter(name, "query", description, Map.of("type", "string"));
  }

  /** Creates a query parameter that takes one of some words. */
  public static TextParameter word(String name, String description, List<String> words) {
    return new TextParameter(name, "query", description, Map.of("type", "string", "enum", words));
  }

  public static TextParameter header(String name, String description) {
    return new TextParameter(name, "header", description, Map.of("type", "string"));
  }
}
