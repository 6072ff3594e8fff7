package innkeeper.admin.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A whole number in the query; {@link Query#number} reads it.
 *
 * @param usual the value if a request omits the parameter; {@code Long.MAX_VALUE} for no bound
 */
public record NumberParameter(String name, String description, long usual, long least, long most)
    implements Parameter {

  @Override
  public String in() {
    return "query";
  }

  @Override
  public Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "integer");
    schema.put("minimum", least);
    if (most < Long.MAX_VALUE) {
      schema.put("maximum", most);
    }
    if (usual < Long.MAX_VALUE) {
      schema.put("default", usual);
    }
    return schema;
  }
}
