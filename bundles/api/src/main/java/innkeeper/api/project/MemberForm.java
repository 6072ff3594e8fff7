package innkeeper.api.project;

import java.util.Map;

/**
 * The JSON form of one type of member. Immutable.
 *
 * @param <T> the type of its values
 */
interface MemberForm<T> {

  /**
   * Reads a value.
   *
   * @param in collects a mistake
   * @param name of the member
   * @param value as a JSON library reads it; not null
   * @param fallback the result for a value that is a mistake
   */
  T read(MemberReader in, String name, Object value, T fallback);

  /**
   * Returns a value in its JSON form; null for a value that counts as left out.
   *
   * @param mask whether values of variables are replaced by {@link Definitions#MASK}
   */
  default Object write(T value, boolean mask) {
    return value;
  }

  /** Returns the JSON Schema of a value, without its default and its description. */
  Map<String, Object> schema();

  /** Returns the type as documents show it: {@code 0–3600}. */
  String type();
}
