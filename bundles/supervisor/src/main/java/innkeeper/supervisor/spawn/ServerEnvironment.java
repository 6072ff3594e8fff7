package innkeeper.supervisor.spawn;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.common.file.EnvFile;
import innkeeper.supervisor.process.Marks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Builds the environment of a server. It has some inherited variables, the env file, the
 * definition's env and secrets, PORT, and the mark that identifies its processes. It has none of
 * the host's own settings.
 *
 * <p>INNKEEPER_SECRETS names the variables whose values are secrets, for logging.
 */
public final class ServerEnvironment {

  private static final Set<String> INHERITED =
      Set.of(
          ("PATH HOME LANG LANGUAGE TZ TERM USER LOGNAME SHELL TMPDIR JAVA_HOME XDG_RUNTIME_DIR")
              .split(" "));

  /**
   * The variable with the caller's LC_ALL: the start script sets another one for the host itself.
   */
  private static final String CALLERS_LOCALE = "INNKEEPER_LC_ALL";

  private ServerEnvironment() {}

  /** Returns the environment of this process, with the locale of its caller. */
  public static Map<String, String> called(Map<String, String> environment) {
    Map<String, String> called = new LinkedHashMap<>(environment);
    String locale = called.remove(CALLERS_LOCALE);
    if (locale != null && locale.isEmpty()) {
      called.remove("LC_ALL");
    } else if (locale != null) {
      called.put("LC_ALL", locale);
    }
    return called;
  }

  public static Map<String, String> of(
      ProjectDefinition definition, String mark, Map<String, String> hosts) throws SpawnException {
    Map<String, String> env = new LinkedHashMap<>();
    hosts.forEach(
        (name, value) -> {
          if (INHERITED.contains(name) || name.startsWith("LC_")) {
            env.put(name, value);
          }
        });
    env.putIfAbsent("PATH", "/usr/local/bin:/usr/bin:/bin");
    if (definition.envFile().isPresent()) {
      try {
        env.putAll(EnvFile.read(definition.envFile().get()));
      } catch (IOException e) {
        throw new SpawnException(e.getMessage(), e);
      }
    }
    env.putAll(definition.env());
    env.putAll(definition.secretEnv());
    for (Map.Entry<String, Path> secret : definition.secretFiles().entrySet()) {
      env.put(secret.getKey(), SecretFile.read(secret.getKey(), secret.getValue()));
    }
    if (definition.port().isPresent()) {
      env.put("PORT", Integer.toString(definition.port().getAsInt()));
    }
    env.put(Marks.VARIABLE, mark);
    if (!definition.secretNames().isEmpty()) {
      env.put(ProjectDefinition.SECRET_NAMES, String.join(",", definition.secretNames()));
    }
    return env;
  }
}
