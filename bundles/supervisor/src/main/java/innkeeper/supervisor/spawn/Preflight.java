package innkeeper.supervisor.spawn;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Checks before the spawn what would fail after it; the message names the stage. */
final class Preflight {

  private Preflight() {}

  static void check(ProjectDefinition definition, Map<String, String> env) throws SpawnException {
    Path directory = definition.directory();
    if (!Files.exists(directory)) {
      throw new SpawnException(
          "no such directory: " + directory + "; make it or change the project's directory");
    }
    if (!Files.isDirectory(directory)) {
      throw new SpawnException("not a directory: " + directory);
    }
    if (!Files.isExecutable(directory)) {
      throw new SpawnException(
          "permission denied: directory " + directory + " cannot be entered by this user");
    }
    checkLengths(env);
    String program = definition.command().get(0);
    String searchPath = env.getOrDefault("PATH", "");
    if (program.endsWith("/env") || program.equals("env")) {
      Interpreter.checkEnv(definition.command(), directory, searchPath);
    }
    if (program.indexOf('/') >= 0) {
      checkFile(path(directory, program), program);
      Interpreter.check(path(directory, program), directory, searchPath);
      return;
    }
    Path refused = null;
    for (String folder : searchPath.split(":")) {
      Path candidate = path(directory.resolve(folder), program);
      if (Files.isRegularFile(candidate)) {
        if (Files.isExecutable(candidate)) {
          Interpreter.check(candidate, directory, searchPath);
          return;
        }
        refused = candidate;
      }
    }
    if (refused != null) {
      throw new SpawnException("not executable: " + refused + "; chmod +x it");
    }
    throw new SpawnException(
        "not found: " + program + " is in no directory of the server's PATH; give its full path");
  }

  /**
   * Checks the length of the environment, with the variables of an env file and of secret files. No
   * message names a value, because it may be secret.
   */
  private static void checkLengths(Map<String, String> env) throws SpawnException {
    long all = 0;
    for (Map.Entry<String, String> one : env.entrySet()) {
      String word = one.getKey() + "=" + one.getValue();
      int bytes = word.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > Definitions.MOST_WORD_BYTES) {
        throw SpawnException.lasting(
            "argument list too long: the variable "
                + one.getKey()
                + " has "
                + bytes
                + " bytes; allowed: "
                + Definitions.MOST_WORD_BYTES);
      }
      all += bytes + Definitions.WORD_END_BYTES;
    }
    if (all > Definitions.MOST_BYTES) {
      throw SpawnException.lasting(
          "argument list too long: the environment has "
              + all
              + " bytes; allowed: "
              + Definitions.MOST_BYTES);
    }
  }

  private static void checkFile(Path file, String program) throws SpawnException {
    if (!Files.exists(file)) {
      throw new SpawnException("not found: " + file + " (command " + program + ")");
    }
    if (Files.isDirectory(file)) {
      throw new SpawnException("not executable: " + file + " is a directory");
    }
    if (!Files.isReadable(file) && !Files.isExecutable(file)) {
      throw new SpawnException("permission denied: " + file + " cannot be run by this user");
    }
    if (!Files.isExecutable(file)) {
      throw new SpawnException("not executable: " + file + "; chmod +x it");
    }
  }

  private static Path path(Path directory, String name) throws SpawnException {
    try {
      return directory.resolve(name);
    } catch (InvalidPathException e) {
      throw new SpawnException("not found: " + name + " is not a valid path", e);
    }
  }
}
