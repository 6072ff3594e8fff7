package innkeeper.api.project;

import java.util.List;
import java.util.Map;

/**
 * The form of a member that is an object with members of its own.
 *
 * @param what the object in words, for a mistake
 * @param rows its members
 * @param parts makes one value of the members' values, and takes it apart
 */
record ObjectForm<T>(String what, List<Member<?>> rows, Parts<T> parts) implements MemberForm<T> {

  /** Converts the values of members to one value, and back. */
  interface Parts<T> {

    /**
     * Makes one value.
     *
     * @param in collects a mistake of the whole object
     * @param name of the object
     * @param object as a JSON library reads it
     */
    T made(MemberReader in, String name, Map<?, ?> object, MemberValues values);

    /** Returns the members of a value; null for a value that is not written. */
    MemberValues split(T value);
  }

  @Override
  public T read(MemberReader in, String name, Object value, T fallback) {
    if (!(value instanceof Map<?, ?> object)) {
      in.wrong(name, value, what);
      return fallback;
    }
    return parts.made(in, name, object, in.within(name, object).read(rows));
  }

  @Override
  public Object write(T value, boolean mask) {
    MemberValues values = parts.split(value);
    return values == null ? null : values.toMap(rows, mask);
  }

  @Override
  public Map<String, Object> schema() {
    return Forms.map("type", "object");
  }

  @Override
  public String type() {
    return "object";
  }
}
