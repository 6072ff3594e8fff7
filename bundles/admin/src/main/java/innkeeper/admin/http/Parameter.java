package innkeeper.admin.http;

import java.util.Map;

/** A parameter of a route, as the OpenAPI document describes it. */
public interface Parameter {

  String name();

  /** Returns the parameter's location: {@code path}, {@code query} or {@code header}. */
  String in();

  /** Returns the description; "" if there is none. */
  String description();

  /** Returns the JSON Schema of its values. */
  Map<String, Object> schema();
}
