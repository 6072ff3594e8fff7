package innkeeper.shell.command;

import innkeeper.api.convert.DefinitionFormats;
import innkeeper.api.convert.Exported;
import innkeeper.api.log.RedactedDefinition;
import innkeeper.api.log.Redactor;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.common.terminal.SafeText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * {@code export [--show-secrets | --format F] [ID…]}: prints definitions for {@code apply} or for
 * an engine.
 */
record ExportCommand(Services services) implements Command {

  /** The members whose secrets are exported as references, never as values. */
  private static final Set<String> VARIABLES = Set.of("env", "secretEnv");

  @Override
  public Help help() {
    return Help.of(
            "export [--show-secrets] [--format json|swarm|compose|kubernetes|systemd|procfile] [ID...]",
            "prints definitions as apply takes them, or for an engine")
        .details(
            "--show-secrets  all values in clear; without it those of the environment are masked, and",
            "                what redaction finds in the command and elsewhere; apply refuses a mask",
            "--format F      json, or a document for: docker stack deploy (swarm), docker compose,",
            "                kubectl apply (kubernetes), systemd units, a Procfile. Secrets are only",
            "                referred to. What has no counterpart is listed on standard error.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String format = options.value("--format").orElse("json");
    boolean document = !format.equals("json");
    if (document && options.has("--show-secrets")) {
      options.wrong(
          "--show-secrets has no effect on --format " + format + ": secrets are referred to");
    }
    options.check();
    List<ProjectDefinition> chosen = chosen(options.plain());
    if (document) {
      return engine(caller, format, chosen);
    }
    List<Object> shown = new ArrayList<>();
    for (ProjectDefinition d : chosen) {
      shown.add(
          options.has("--show-secrets")
              ? Definitions.toMap(d, false)
              : RedactedDefinition.of(d, services.get(Redactor.class)));
    }
    caller.json(shown);
    return 0;
  }

  private List<ProjectDefinition> chosen(List<String> ids) throws CommandRefusedException {
    List<ProjectDefinition> chosen = new ArrayList<>();
    List<String> missing = new ArrayList<>(ids);
    for (ProjectDefinition d : services.get(Supervisor.class).definitions()) {
      boolean named = missing.remove(d.channelId()) | missing.remove(d.name());
      if (named || ids.isEmpty()) {
        chosen.add(d);
      }
    }
    if (!missing.isEmpty()) {
      throw services.unknownProjects(missing, "");
    }
    return chosen;
  }

  private int engine(Caller caller, String format, List<ProjectDefinition> definitions)
      throws CommandRefusedException {
    Redactor redactor = services.get(Redactor.class);
    Set<String> hidden = new HashSet<>();
    for (ProjectDefinition d : definitions) {
      refuseSecrets(d, redactor);
      List<String> names = redactor.protection(d).names();
      d.env().entrySet().stream()
          .filter(e -> names.contains(e.getKey()) || names.contains(e.getKey() + "'s password"))
          .forEach(e -> hidden.add(e.getKey() + "=" + e.getValue()));
    }
    Exported exported =
        services
            .get(DefinitionFormats.class)
            .write(
                format,
                definitions,
                pair -> hidden.contains(pair) || !redactor.redact(pair).equals(pair),
                services.settings().version());
    caller.out().print(exported.text());
    exported.notes().forEach(note -> caller.err().println(SafeText.line(note)));
    return 0;
  }

  /**
   * Refuses a definition with a secret in its command. Such a secret has no name for the engine's
   * secret.
   */
  private static void refuseSecrets(ProjectDefinition d, Redactor redactor)
      throws CommandRefusedException {
    Map<String, Object> shown = RedactedDefinition.of(d, redactor);
    for (Map.Entry<String, Object> member : Definitions.toMap(d, false).entrySet()) {
      String name = member.getKey();
      if (!VARIABLES.contains(name) && !Objects.equals(member.getValue(), shown.get(name))) {
        throw new CommandRefusedException(
            d.channelId()
                + (" cannot be exported: redaction finds a secret in its " + name)
                + "; give it to the program by secretEnv or secretFiles");
      }
    }
  }
}
