package innkeeper.shell.project;

import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.common.cron.CronHint;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a definition that a user typed or wrote, and finds all its mistakes. */
final class TypedDefinition {

  private static final String WHOLE = "an absolute path of that machine";

  private TypedDefinition() {}

  /**
   * Returns the definition; empty if it cannot be read.
   *
   * @param directory the base of relative paths
   * @param far whether that directory is on another machine; then relative paths are mistakes
   * @param mistakes receives each mistake, one line each
   */
  static Optional<ProjectDefinition> read(
      Map<?, ?> definition, Path directory, boolean far, List<String> mistakes) {
    definition.forEach(
        (member, value) -> findMasks(definition.get("channelId") + ": " + member, value, mistakes));
    if (far) {
      findRelativePaths(definition, mistakes);
    }
    try {
      return Optional.of(Definitions.fromMap(definition, directory));
    } catch (DefinitionException e) {
      mistakes.addAll(e.mistakes());
      CronHint.of(definition).ifPresent(mistakes::add);
      return Optional.empty();
    }
  }

  /** Finds masks, as export prints them. A mask must not become a server's value. */
  private static void findMasks(String place, Object value, List<String> mistakes) {
    if (value instanceof Map<?, ?> members) {
      members.forEach((name, member) -> findMasks(place + " " + name, member, mistakes));
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        findMasks(place + " element " + (i + 1), list.get(i), mistakes);
      }
    } else if (value instanceof String text
        && text.contains(Definitions.MASK)
        && !place.endsWith(" logLine")) {
      // The text that a probe searches in the log may be the mask, because logs contain it.
      mistakes.add(
          place
              + (text.equals(Definitions.MASK) ? " is" : " has")
              + " the mask "
              + Definitions.MASK
              + ", not a value; export with --show-secrets, or write the value");
    }
  }

  private static void findRelativePaths(Map<?, ?> definition, List<String> mistakes) {
    String id = String.valueOf(definition.get("channelId"));
    if (!definition.containsKey("directory")) {
      mistakes.add(id + ": directory is missing; needed with --host: --dir, " + WHOLE);
    }
    checkPath(id + ": directory", definition.get("directory"), mistakes);
    checkPath(id + ": envFile", definition.get("envFile"), mistakes);
    if (definition.get("secretFiles") instanceof Map<?, ?> files) {
      files.forEach((name, file) -> checkPath(id + ": secretFiles " + name, file, mistakes));
    }
  }

  private static void checkPath(String member, Object value, List<String> mistakes) {
    if (value instanceof String path && !Path.of(path).isAbsolute()) {
      mistakes.add(member + " is " + path + "; allowed with --host: " + WHOLE);
    }
  }
}
