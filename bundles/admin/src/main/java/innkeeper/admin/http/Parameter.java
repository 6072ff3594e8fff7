package innkeeper.admin.http;

import innkeeper.api.project.Definitions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A parameter of a route, as the OpenAPI document describes it. {@link Query} reads its value and
 * checks it against the schema.
 *
 * @param in {@code path}, {@code query} or {@code header}
 * @param schema the JSON Schema of its values
 */
public record Parameter(String name, String in, String description, Map<String, Object> schema) {

  /** Creates the path's variable {@code {id}}: the id or name of a project or a log. */
  public static Parameter id(String description) {
    return id(description, "^" + Definitions.ID.pattern() + "$");
  }

  /** Creates the path's variable {@code {id}} with values of this pattern. */
  public static Parameter id(String description, String pattern) {
    return new Parameter("id", "path", description, Map.of("type", "string", "pattern", pattern));
  }

  public static Parameter query(String name, String description) {
    return new Parameter(name, "query", description, Map.of("type", "string"));
  }

  /** Creates a query parameter whose value must be one of the given words. */
  public static Parameter word(String name, String description, List<String> words) {
    return new Parameter(name, "query", description, Map.of("type", "string", "enum", words));
  }

  /** Creates a query parameter that takes true or false. */
  public static Parameter flag(String name, String description) {
    return word(name, description, List.of("true", "false"));
  }

  public static Parameter header(String name, String description) {
    return new Parameter(name, "header", description, Map.of("type", "string"));
  }

  /**
   * Creates a query parameter that takes a whole number.
   *
   * @param usual the value if a request omits the parameter; {@code Long.MAX_VALUE} for no bound
   */
  public static Parameter number(
      String name, String description, long usual, long least, long most) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "integer");
    schema.put("minimum", least);
    if (most < Long.MAX_VALUE) {
      schema.put("maximum", most);
    }
    if (usual < Long.MAX_VALUE) {
      schema.put("default", usual);
    }
    return new Parameter(name, "query", description, schema);
  }

  /** Returns a number of the schema; {@code Long.MAX_VALUE} if the schema does not have it. */
  long bound(String keyword) {
    return (Long) schema.getOrDefault(keyword, Long.MAX_VALUE);
  }
}
