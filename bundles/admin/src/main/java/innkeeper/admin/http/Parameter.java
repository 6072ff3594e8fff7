package innkeeper.admin.http;

import java.util.Map;

/** A parameter of a route, as the OpenAPI document has it. */
public interface Parameter {

  String name();

  /** {@code path}, {@code query} or {@code header}. */
  String in();

  /** "" for none. */
  String description();

  /** A JSON Schema. */
  Map<String, Object> schema();
}
