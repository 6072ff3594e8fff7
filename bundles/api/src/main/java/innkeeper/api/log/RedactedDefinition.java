package innkeeper.api.log;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Creates the JSON form of a definition without secrets, for export and page. Thread-safe. */
public final class RedactedDefinition {

  /**
   * Members with names of projects. They are not redacted, because a changed name could match
   * another project.
   */
  private static final Set<String> NAMES = Set.of("channelId", "name", "after");

  /** Members that are paths, or contain paths. */
  private static final Set<String> PATHS = Set.of("directory", "envFile", "secretFiles");

  private RedactedDefinition() {}

  /**
   * Masks the values of variables, and redacts all other texts.
   *
   * @param redactor the redactor in use
   * @return a new map with the members that {@link Definitions#toMap} writes; never null
   */
  public static Map<String, Object> of(ProjectDefinition definition, Redactor redactor) {
    Map<String, Object> map = Definitions.toMap(definition, true);
    map.replaceAll((member, value) -> NAMES.contains(member) ? value : redacted(value, redactor));
    map.put("command", redactor.redactCommand(definition.command()));
    return map;
  }

  /**
   * Returns the same as {@link #of}, with {@code ~} for the home directory, for the page and the
   * audit record.
   *
   * @param redactor the redactor in use
   * @param home the home directory of the host's user; absolute
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
      // A mark is not redacted again: with many variables that took most of the time of an apply.
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
