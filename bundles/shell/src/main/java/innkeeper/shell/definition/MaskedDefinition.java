package innkeeper.shell.definition;

import innkeeper.api.log.Redactor;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A definition without its secrets, as export prints it, and as apply must not take it. */
public final class MaskedDefinition {

  /** They name projects: redacted, they would name others. */
  private static final Set<String> NAMES = Set.of("channelId", "name", "after");

  private MaskedDefinition() {}

  /** Masks variables, and in all other texts what the redactor finds. */
  public static Map<String, Object> of(ProjectDefinition definition, Redactor redactor) {
    Map<String, Object> map = Definitions.toMap(definition, true);
    map.replaceAll((member, value) -> NAMES.contains(member) ? value : redacted(value, redactor));
    map.put("command", redactor.redactCommand(definition.command()));
    return map;
  }

  private static Object redacted(Object value, Redactor redactor) {
    if (value instanceof String text) {
      return redactor.redact(text);
    }
    if (value instanceof Map<?, ?> members) {
      Map<Object, Object> redacted = new LinkedHashMap<>();
      members.forEach((name, member) -> redacted.put(name, redacted(member, redactor)));
      return redacted;
    }
    return value;
  }

  /** What of a definition is a mask: that must not become what servers get. */
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
      // A line of a log may well hold the mark.
      mistakes.add(
          place
              + (text.equals(Definitions.MASK) ? " is" : " has")
              + " the mask "
              + Definitions.MASK
              + ", not a value; export with --show-secrets, or write the value");
    }
  }
}
