package innkeeper.shell.definition;

import innkeeper.api.project.Definitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds masks in a definition, as export prints it. Apply must reject such a definition. */
public final class MaskedDefinition {

  private MaskedDefinition() {}

  /** Returns one mistake for each masked value, because a mask must not become a server's value. */
  public static List<String> mistakes(Map<?, ?> definition) {
    List<String> mistakes = new ArrayList<>();
    definition.forEach(
        (member, value) -> find(definition.get("channelId") + ": " + member, value, mistakes));
    return mistakes;
  }

  private static void find(String place, Object value, List<String> mistakes) {
    if (value instanceof Map<?, ?> members) {
      members.forEach((name, member) -> find(place + " " + name, member, mistakes));
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        find(place + " element " + (i + 1), list.get(i), mistakes);
      }
    } else if (value instanceof String text
        && text.contains(Definitions.MASK)
        && !place.endsWith(" logLine")) {
      // A line of a log may contain the mask.
      mistakes.add(
          place
              + (text.equals(Definitions.MASK) ? " is" : " has")
              + " the mask "
              + Definitions.MASK
              + ", not a value; export with --show-secrets, or write the value");
    }
  }
}
