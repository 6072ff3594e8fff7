package innkeeper.logging.rules;

import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.common.file.EnvFile;
import innkeeper.redaction.Engine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the values of a definition that will be registered as secrets when its server starts. */
public final class DefinitionSecrets {

  private DefinitionSecrets() {}

  public static Protection of(ProjectDefinition definition, Engine engine) {
    List<String> names = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    Map<String, String> environment = environment(definition, warnings);
    environment.forEach((name, value) -> variable(name, value, names, warnings));
    definition.secretEnv().forEach((name, value) -> judge(name, value, name, names, warnings));
    names.addAll(definition.secretFiles().keySet());
    Map<Integer, Set<String>> inCommand = new CommandSecrets(engine, definition.command()).values();
    inCommand.forEach(
        (word, values) -> {
          String place = word == 0 ? "the program" : "argument " + word + " of the command";
          values.forEach(value -> judge(place, value, place, names, warnings));
        });
    int values =
        environment.size()
            + definition.secretNames().size()
            + inCommand.values().stream().mapToInt(Set::size).sum();
    return new Protection(values, names, warnings);
  }

  /**
   * Returns the variables of the present env file, and those of the definition, which have
   * precedence.
   */
  private static Map<String, String> environment(
      ProjectDefinition definition, List<String> warnings) {
    Map<String, String> environment = new LinkedHashMap<>();
    if (definition.envFile().isPresent()) {
      try {
        environment.putAll(EnvFile.read(definition.envFile().get()));
      } catch (IOException e) {
        warnings.add("the env file cannot be read now; its values are read at each start");
      }
    }
    environment.putAll(definition.env());
    return environment;
  }

  /**
   * Adds a variable with a secret value. The first secret of a URL is its password, and only the
   * password is secret.
   */
  private static void variable(
      String name, String value, List<String> names, List<String> warnings) {
    SecretNames.secrets(name, value).stream()
        .findFirst()
        .ifPresent(
            secret -> {
              boolean whole = secret.equals(value.strip());
              judge(name, secret, whole ? name : name + "'s password", names, warnings);
            });
  }

  private static void judge(
      String source, String value, String name, List<String> names, List<String> warnings) {
    Engine.unfit(value)
        .ifPresentOrElse(why -> warnings.add(source + ": " + why), () -> names.add(name));
  }
}
