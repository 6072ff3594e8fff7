package innkeeper.admin.openapi;

import static innkeeper.admin.http.Json.map;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.json.JsonMember;
import innkeeper.api.json.JsonTree;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Builds the JSON Schemas of records. Each is a component of the document, to which other schemas
 * refer.
 */
final class Schemas {

  private static final Map<Class<?>, String> WORDS =
      Map.of(
          String.class, "string",
          boolean.class, "boolean",
          Boolean.class, "boolean",
          double.class, "number",
          Double.class, "number",
          int.class, "integer",
          Integer.class, "integer",
          long.class, "integer",
          Long.class, "integer");

  private final Map<String, Object> components = new TreeMap<>();
  private final Map<String, Class<?>> named = new HashMap<>();

  /**
   * Returns the schemas by name: those of all records that were requested, and of the records in
   * them.
   */
  Map<String, Object> components() {
    return components;
  }

  /** Returns a reference to the schema of a record. Another class gets the schema of any object. */
  Map<String, Object> of(Class<?> type) {
    return type.isRecord() ? reference(type) : map("type", "object");
  }

  private Map<String, Object> reference(Class<?> type) {
    JsonForm form = type.getAnnotation(JsonForm.class);
    String name = form == null || form.name().isEmpty() ? type.getSimpleName() : form.name();
    Class<?> other = named.put(name, type);
    if (other == null) {
      components.put(name, object(type, form == null ? "" : form.value()));
    } else if (other != type) {
      throw new IllegalStateException("two records are named " + name + ": " + type + ", " + other);
    }
    return map("$ref", "#/components/schemas/" + name);
  }

  private Map<String, Object> object(Class<?> type, String description) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (JsonMember member : JsonMember.of(type)) {
      properties.put(member.name(), property(member));
      if (member.form().empty() != Empty.OMITTED) {
        required.add(member.name());
      }
    }
    Map<String, Object> schema = map("type", "object");
    schema.put("properties", properties);
    schema.put("required", required);
    return described(schema, description);
  }

  private Map<String, Object> property(JsonMember member) {
    JsonForm form = member.form();
    Map<String, Object> schema = schema(member.type(), form.oneOf());
    return described(form.empty() == Empty.NULL ? nullable(schema) : schema, form.value());
  }

  private Map<String, Object> schema(Type type, String[] oneOf) {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      Type last = of[of.length - 1];
      if (generic.getRawType() == Optional.class) {
        return nullable(schema(last, oneOf));
      }
      return generic.getRawType() == Map.class
          ? map("type", "object", "additionalProperties", schema(last, oneOf))
          : map("type", "array", "items", schema(last, oneOf));
    }
    Class<?> one = (Class<?>) type;
    if (one.isRecord()) {
      return reference(one);
    }
    if (one.isEnum()) {
      return map(
          "type",
          "string",
          "enum",
          Arrays.stream(one.getEnumConstants()).map(JsonTree::plain).toList());
    }
    if (one == OptionalInt.class || one == OptionalLong.class) {
      return nullable(map("type", "integer"));
    }
    if (one == Instant.class) {
      return map("type", "string", "format", "date-time");
    }
    if (one == Object.class) {
      return map();
    }
    String word = WORDS.get(one);
    if (word == null) {
      throw new IllegalArgumentException("no schema for a " + type);
    }
    Map<String, Object> schema = map("type", word);
    List<Object> values =
        Arrays.stream(oneOf).map(v -> one == String.class ? (Object) v : Long.valueOf(v)).toList();
    if (values.size() == 1) {
      schema.put("const", values.get(0));
    } else if (!values.isEmpty()) {
      schema.put("enum", values);
    }
    return schema;
  }

  private static Map<String, Object> nullable(Map<String, Object> schema) {
    if (schema.containsKey("$ref")) {
      return map("oneOf", List.of(schema, map("type", "null")));
    }
    schema.put("type", List.of(schema.get("type"), "null"));
    if (schema.get("enum") instanceof List<?> words) {
      List<Object> orNone = new ArrayList<>(words);
      orNone.add(null);
      schema.put("enum", orNone);
    }
    return schema;
  }

  private static Map<String, Object> described(Map<String, Object> schema, String description) {
    if (!description.isEmpty()) {
      schema.put("description", description);
    }
    return schema;
  }
}
