package innkeeper.api.json;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * One member of a record's JSON form. A time is ISO 8601 in UTC with milliseconds, an enum its name
 * or {@link JsonWord#word}, an empty optional null. Immutable.
 */
public final class JsonMember {

  private static final ClassValue<List<JsonMember>> MEMBERS =
      new ClassValue<>() {
        @Override
        protected List<JsonMember> computeValue(Class<?> type) {
          return List.copyOf(read(type));
        }
      };

  /** What a component without the annotation has. */
  @JsonForm
  private static final class Plain {}

  private static final JsonForm PLAIN = Plain.class.getAnnotation(JsonForm.class);

  private final String name;
  private final Type type;
  private final JsonForm form;

  /** Asked for each value, and slow to ask of an annotation. */
  private final JsonForm.Empty empty;

  private final MethodHandle accessor;

  private JsonMember(String name, Type type, JsonForm form, MethodHandle accessor) {
    this.name = name;
    this.type = type;
    this.form = form;
    this.empty = form.empty();
    this.accessor = accessor;
  }

  /**
   * The members of a record, in the order in which they are written.
   *
   * @param type a record's class
   * @return as its components and annotated methods declare them; the same list each time
   */
  public static List<JsonMember> of(Class<?> type) {
    return MEMBERS.get(type);
  }

  private static List<JsonMember> read(Class<?> type) {
    List<JsonMember> members = new ArrayList<>();
    for (RecordComponent c : type.getRecordComponents()) {
      JsonForm form = form(c.getAnnotation(JsonForm.class));
      MethodHandle accessor = handle(c.getAccessor());
      if (form.hidden()) {
        continue;
      }
      if (form.inline()) {
        for (JsonMember inner : of(c.getType())) {
          MethodHandle both = MethodHandles.filterReturnValue(accessor, inner.accessor);
          members.add(new JsonMember(inner.name, inner.type, inner.form, both));
        }
      } else {
        members.add(new JsonMember(name(form, c.getName()), c.getGenericType(), form, accessor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      JsonForm form = form(method.getAnnotation(JsonForm.class));
      if (!form.after().isEmpty()) {
        int at = 1 + members.stream().map(JsonMember::name).toList().indexOf(form.after());
        Type result = method.getGenericReturnType();
        members.add(at, new JsonMember(name(form, method.getName()), result, form, handle(method)));
      }
    }
    return members;
  }

  private static JsonForm form(JsonForm given) {
    return given == null ? PLAIN : given;
  }

  private static String name(JsonForm form, String own) {
    return form.name().isEmpty() ? own : form.name();
  }

  private static MethodHandle handle(Method method) {
    try {
      method.setAccessible(true);
      return MethodHandles.lookup()
          .unreflect(method)
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method + " cannot be called", e);
    }
  }

  /**
   * The member's name.
   *
   * @return unique in its record
   */
  public String name() {
    return name;
  }

  /**
   * The type that the component or method declares.
   *
   * @return with type arguments
   */
  public Type type() {
    return type;
  }

  /**
   * What is declared beyond that.
   *
   * @return never null
   */
  public JsonForm form() {
    return form;
  }

  /**
   * The member's value, in a form that a JSON library knows, but for records.
   *
   * @param record an instance of the record's class
   * @return a text, number, boolean, list, map, record or null; what a list or map holds is as it
   *     was
   */
  public Object value(Record record) {
    Object value;
    try {
      value = plain((Object) accessor.invokeExact((Object) record));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(name + " cannot be read", e);
    }
    return empty != JsonForm.Empty.KEPT && "".equals(value) ? null : value;
  }

  /**
   * Whether the member is left out with that value.
   *
   * @param value what {@link #value} returned
   * @return true for null, where the record says so
   */
  public boolean omits(Object value) {
    return value == null && empty == JsonForm.Empty.OMITTED;
  }

  /**
   * A single value in a form that a JSON library knows.
   *
   * @param value a time, a path, an enum's constant or an optional; anything else is returned as it
   *     is
   * @return a text, what the optional holds, or null
   */
  public static Object plain(Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Instant time) {
      return IsoTime.text(time);
    }
    if (value instanceof JsonWord constant) {
      return constant.word();
    }
    if (value instanceof Path path) {
      return path.toString();
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof Optional<?> optional) {
      return plain(optional.orElse(null));
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    }
    return value;
  }

  /**
   * A value of any depth in a form that a JSON library knows.
   *
   * @param value a record, list or map of such values, or what {@link #plain} takes
   * @return texts, numbers, booleans, lists, maps and null
   */
  public static Object tree(Object value) {
    if (value instanceof Record record) {
      return map(record);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> tree = new LinkedHashMap<>();
      map.forEach((key, inner) -> tree.put(key, tree(inner)));
      return tree;
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(JsonMember::tree).collect(Collectors.toList());
    }
    return plain(value);
  }

  static Map<String, Object> map(Record record) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (JsonMember member : of(record.getClass())) {
      Object value = member.value(record);
      if (!member.omits(value)) {
        map.put(member.name, tree(value));
      }
    }
    return map;
  }
}
