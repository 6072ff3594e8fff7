package innkeeper.api.log;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A definition in its JSON form without secrets, as export and page show it. Thread-safe. */
public final class RedactedDefinition {

  /** They name projects: redacted, they would name others. */
  private static final Set<String> NAMES = Set.of("channelId", "name", "after");

  /** Members that are paths, or hold them. */
  private static final Set<String> PATHS = Set.of("directory", "envFile", "secretFiles");

  private RedactedDefinition() {}

  /**
   * Masks the values of variables, and in all other texts what the redactor finds.
   *
   * @param redactor the one in use
   * @return a new map with the members that {@link Definitions#toMap} writes; never null
   */
  public static Map<String, Object> of(ProjectDefinition definition, Redactor redactor) {
    Map<String, Object> map = Definitions.toMap(definition, true);
    map.replaceAll((member, value) -> NAMES.contains(member) ? value : redacted(value, redactor));
    map.put("command", redactor.redactCommand(definition.command()));
    return map;
  }

  /**
   * As {@link #of}, with {@code ~} for the home directory, as the page and the audit record show a
   * definition.
   *
   * @param redactor the one in use
   * @param home of the host's user; absolute
   * @return a new map as {@link #of} returns it
   */
  public static Map<String, Object> atHome(
      ProjectDefinition definition, Redactor redactor, Path home) {
    Map<String, Object> map = of(definition, redactor);
    map.replaceAll((member, value) -> PATHS.contains(member) ? atHome(value, home) : value);
    return map;
  }

  private static Object atHome(Object value, Path home) {
    if (value instanceof Map<?, ?> members) {
      Map<Object, Object> paths = new LinkedHashMap<>();
      members.forEach((name, path) -> paths.put(name, atHome(path, home)));
      return paths;
    }
    if (!(value instanceof String text) || !Path.of(text).startsWith(home)) {
      return value;
    }
    String rest = home.relativize(Path.of(text)).toString();
    return rest.isEmpty() ? "~" : "~/" + rest;
  }

  private static Object redacted(Object value, Redactor redactor) {
    if (value instanceof String text) {
      // With many variables, to redact each mark again took most of the time of an apply.
      return text.equals(Definitions.MASK) ? text : redactor.redact(text);
    }
    if (value instanceof Map<?, ?> members) {
      Map<Object, Object> redacted = new LinkedHashMap<>();
      members.forEach((name, member) -> redacted.put(name, redacted(member, redactor)));
      return redacted;
    }
    return value;
  }
}
