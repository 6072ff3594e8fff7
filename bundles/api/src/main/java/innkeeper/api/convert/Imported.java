package innkeeper.api.convert;

import java.util.List;
import java.util.Map;

/**
 * The result of an import.
 *
 * @param definitions the definitions in their JSON form
 * @param notes one line for each setting that was dropped or changed: place, setting and reason
 * @param mistakes one line for each mistake; if there is any, the definitions must not be applied
 */
public record Imported(
    List<Map<String, Object>> definitions, List<String> notes, List<String> mistakes) {

  public Imported {
    definitions = List.copyOf(definitions);
    notes = List.copyOf(notes);
    mistakes = List.copyOf(mistakes);
  }
}
