package innkeeper.api.json;

import java.util.Map;

/** A record with a JSON form, which its components and their {@link JsonForm} declare. */
public interface JsonBody {

  /**
   * Returns the JSON form, for a JSON library that does not support records.
   *
   * @return a new map of texts, numbers, booleans, lists, maps and null
   */
  default Map<String, Object> toMap() {
    return JsonTree.map((Record) this);
  }
}
