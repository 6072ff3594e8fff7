package innkeeper.api.json;

import innkeeper.common.time.IsoTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Converts values to a form that a JSON library supports. A time becomes ISO 8601 in UTC with
 * milliseconds, an enum its name or {@link JsonWord#word}, an empty optional null.
 */
public final class JsonTree {

  private JsonTree() {}

  /**
   * Converts a single value to a form that a JSON library supports.
   *
   * @param value a time, a path, an enum's constant or an optional; any other value is returned
   *     unchanged
   * @return a text, the content of the optional, or null
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
   * Converts a value of any depth to a form that a JSON library supports.
   *
   * @param value a record, list or map of such values, or a value for {@link #plain}
   * @return texts, numbers, booleans, lists, maps and null
   */
  public static Object of(Object value) {
    if (value instanceof Record record) {
      return map(record);
    }
    if (value instanceof Optional<?> optional) {
      return of(optional.orElse(null));
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> tree = new LinkedHashMap<>();
      map.forEach((key, inner) -> tree.put(key, of(inner)));
      return tree;
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(JsonTree::of).collect(Collectors.toList());
    }
    return plain(value);
  }

  static Map<String, Object> map(Record record) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (JsonMember member : JsonMember.of(record.getClass())) {
      Object value = member.value(record);
      if (!member.omits(value)) {
        map.put(member.name(), of(value));
      }
    }
    return map;
  }
}
