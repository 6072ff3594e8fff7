package innkeeper.shell.project;

import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code apply FILE.json|- [--prune] [--dry-run] [--json]}: applies an array of definitions. */
public record ApplyCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "apply FILE.json|- [--prune] [--dry-run] [--json]", "applies an array of definitions")
        .details(
            "All or nothing. Each definition replaces the whole of what was there.",
            "Relative directories are relative to the current one. - reads standard input.",
            "--prune    remove the projects that are not named",
            "--dry-run  only say what would be added, changed, restarted, removed",
            "--json     the answer as one JSON object",
            "It says which values are protected: looked for in the log, and shown by no command.");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String file = options.one("FILE.json (or - for standard input)");
    options.check();
    Object json;
    try (InputStream in = caller.open(file)) {
      json = Json.read(in, file.equals("-") ? "standard input" : file);
    }
    List<ProjectDefinition> definitions = read(json, caller.directory(), caller.far());
    return new DefinitionChange(services, caller, options.has("--json"))
        .apply(definitions, options.has("--prune"), options.has("--dry-run"));
  }

  /**
   * @param directory the base of relative paths
   * @param far whether that directory is on another machine; then relative paths are mistakes
   */
  public static List<ProjectDefinition> read(Object json, Path directory, boolean far)
      throws CommandRefusedException {
    if (!(json instanceof List<?> list)) {
      throw new CommandRefusedException(
          "the document is not an array of definitions; allowed: [{\"channelId\": ..., \"command\":"
              + " [...]}, ...]");
    }
    List<ProjectDefinition> definitions = new ArrayList<>();
    List<String> mistakes = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof Map<?, ?> map)) {
        mistakes.add("element " + (i + 1) + " is not an object");
        continue;
      }
      TypedDefinition.read(map, directory, far, mistakes).ifPresent(definitions::add);
    }
    if (!mistakes.isEmpty()) {
      // Clashes between definitions are reported now too, and not only after each one is
      // correct.
      mistakes.addAll(Definitions.clashesAmong(definitions));
      throw new DefinitionException(mistakes);
    }
    return definitions;
  }
}
