package innkeeper.shell.foreground;

import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Json;
import innkeeper.shell.project.ApplyCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the definitions of {@code run --project FILE...}. They are arrays like those of {@code
 * apply}, from files or from environment variables ({@code env:NAME}).
 */
final class DefinitionFiles {

  private static final String VARIABLE = "env:";

  private DefinitionFiles() {}

  /**
   * @throws DefinitionException with all mistakes of one file
   */
  static List<ProjectDefinition> read(List<String> files)
      throws IOException, CommandRefusedException {
    // Relative paths of a definition start at the directory in which the host was started.
    Path directory = Path.of("").toAbsolutePath();
    List<ProjectDefinition> definitions = new ArrayList<>();
    for (String file : files) {
      try (InputStream in = open(file)) {
        definitions.addAll(ApplyCommand.read(Json.read(in, file), directory, false));
      }
    }
    return definitions;
  }

  private static InputStream open(String file) throws IOException, CommandRefusedException {
    if (!file.startsWith(VARIABLE)) {
      try {
        return Files.newInputStream(Path.of(file));
      } catch (java.nio.file.NoSuchFileException e) {
        throw new CommandRefusedException("--project names " + file + ", which does not exist", e);
      }
    }
    String name = file.substring(VARIABLE.length());
    String text = System.getenv(name);
    if (text == null) {
      throw new CommandRefusedException(
          "--project names " + file + ", and the environment has no variable " + name);
    }
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
