package innkeeper.shell.project;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code set ID MEMBER=VALUE…} and {@code unset ID MEMBER…}: change single members of a definition.
 */
public record SetCommand(Services services, boolean unset) implements Command {

  @Override
  public Help help() {
    return Help.of(
            (unset ? "unset ID MEMBER..." : "set ID MEMBER=VALUE...")
                + " [--dry-run] [--wait S] [--no-wait] [--json]",
            unset
                ? "takes members of a definition back to their defaults"
                : "changes members of a definition, and no others")
        .details(unset ? UNSET : SET)
        .argument(Help.Kind.PROJECT);
  }

  private static final String[] SET =
      details(
          "MEMBER is one of definition.md; a dot leads into an object: health.tcp=8080,",
          "env.MODE=live, log.maxFiles=3. A text is written as it is; a number, true, false, an array",
          "or an object is JSON: after='[\"db\"]'. Values show in the process list for a moment.");

  private static final String[] UNSET =
      details(
          "MEMBER is one of definition.md; a dot leads into an object: health, env.MODE,",
          "log.maxFiles.");

  private static String[] details(String... first) {
    return Stream.concat(
            Stream.of(first),
            Stream.of(
                "--dry-run  only say what would change",
                "--wait S   wait up to S seconds (0-3600); default 30, and startSeconds",
                "--no-wait  only change it, as --wait 0",
                "--json     the answer as one JSON object",
                "The answer names what changed. A running server restarts if its command, environment,",
                "directory or a limit changed."))
        .toArray(String[]::new);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    Optional<Duration> wait = StartStopCommand.waiting(options);
    List<String> plain = options.plain();
    if (plain.isEmpty()) {
      options.wrong("ID is missing");
    } else if (plain.size() < 2) {
      options.wrong((unset ? "MEMBER" : "MEMBER=VALUE") + " is missing");
    }
    List<String> changes = plain.subList(Math.min(1, plain.size()), plain.size());
    // Mistakes that do not depend on the project are reported without a host too.
    DefinitionEdit trial = new DefinitionEdit(new LinkedHashMap<>());
    if (!unset) {
      changes.forEach(trial::set);
      trial.mistakes().forEach(options::wrong);
    }
    options.check();
    Map<String, Object> map = Definitions.toMap(definition(plain.get(0)), false);
    DefinitionEdit edit = new DefinitionEdit(map);
    changes.forEach(unset ? edit::unset : edit::set);
    edit.mistakes().forEach(options::wrong);
    DefinitionChange change = new DefinitionChange(services, caller, options.has("--json"));
    ProjectDefinition definition = change.read(map, options);
    return options.has("--dry-run")
        ? change.apply(List.of(definition), false, true)
        : change.applyAndWait(definition, wait);
  }

  private ProjectDefinition definition(String id) throws Exception {
    for (ProjectDefinition one : services.get(Supervisor.class).definitions()) {
      if (one.channelId().equals(id) || one.name().equals(id)) {
        return one;
      }
    }
    throw services.unknownProjects(List.of(id), "; nothing was changed");
  }
}
