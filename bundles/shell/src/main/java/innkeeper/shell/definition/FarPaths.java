package innkeeper.shell.definition;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks the paths of a definition from another machine. A relative path would start at a directory
 * of that machine, which does not exist here.
 */
public final class FarPaths {

  private static final String WHOLE = "an absolute path of that machine";

  private FarPaths() {}

  /** Returns the mistakes, one a line; empty if there are none. */
  public static List<String> mistakes(Map<?, ?> definition) {
    List<String> mistakes = new ArrayList<>();
    String id = String.valueOf(definition.get("channelId"));
    if (!definition.containsKey("directory")) {
      mistakes.add(id + ": directory is missing; needed with --host: --dir, " + WHOLE);
    }
    check(id + ": directory", definition.get("directory"), mistakes);
    check(id + ": envFile", definition.get("envFile"), mistakes);
    if (definition.get("secretFiles") instanceof Map<?, ?> files) {
      files.forEach((name, file) -> check(id + ": secretFiles " + name, file, mistakes));
    }
    return mistakes;
  }

  private static void check(String member, Object value, List<String> mistakes) {
    if (value instanceof String path && !Path.of(path).isAbsolute()) {
      mistakes.add(member + " is " + path + "; allowed with --host: " + WHOLE);
    }
  }
}
