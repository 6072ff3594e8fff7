package innkeeper.api.json;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/** One member of a record's JSON form. Immutable. */
public final class JsonMember {

  private static final ClassValue<List<JsonMember>> MEMBERS =
      new ClassValue<>() {
        @Override
        protected List<JsonMember> computeValue(Class<?> type) {
          return List.copyOf(read(type));
        }
      };

  /** Provides the default annotation for a component without one. */
  @JsonForm
  private static final class Plain {}

  private static final JsonForm PLAIN = Plain.class.getAnnotation(JsonForm.class);

  private final String name;
  private final Type type;
  private final JsonForm form;

  /**
   * A copy of the annotation's value, because each value needs it and an annotation answers slowly.
   */
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
   * Returns the members of a record, in the order in which they are written.
   *
   * @param type a record's class
   * @return the members that its components and annotated methods declare; the same list for each
   *     call
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
        if (at == 0) {
          throw new IllegalStateException(method + " follows no member: " + form.after());
        }
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

  /** Returns the member's name, which is unique in its record. */
  public String name() {
    return name;
  }

  /** Returns the type that the component or method declares, with type arguments. */
  public Type type() {
    return type;
  }

  /** Returns the declared form. */
  public JsonForm form() {
    return form;
  }

  /**
   * Returns the member's value, in a form that a JSON library supports, except records.
   *
   * @param record an instance of the record's class
   * @return a text, number, boolean, list, map, record or null; the content of a list or map is
   *     unchanged
   */
  public Object value(Record record) {
    Object value;
    try {
      value = JsonTree.plain((Object) accessor.invokeExact((Object) record));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(name + " cannot be read", e);
    }
    return empty != JsonForm.Empty.KEPT && "".equals(value) ? null : value;
  }

  /**
   * Returns whether the JSON form leaves the member out for that value.
   *
   * @param value the result of {@link #value}
   * @return true for null, if the record declares {@link JsonForm.Empty#OMITTED}
   */
  public boolean omits(Object value) {
    return value == null && empty == JsonForm.Empty.OMITTED;
  }
}
