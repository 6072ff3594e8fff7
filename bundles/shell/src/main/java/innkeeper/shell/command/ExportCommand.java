package innkeeper.shell.command;

import innkeeper.api.log.RedactedDefinition;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.util.ArrayList;
import java.util.List;

/** {@code export [--show-secrets] [ID…]}. */
final class ExportCommand implements Command {

  private final AwaitedServices services;

  ExportCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("export [--show-secrets] [ID...]", "prints definitions as apply takes them")
        .details(
            "--show-secrets  all values in clear; without it those of the environment are masked, and",
            "                what redaction finds in the command and elsewhere; apply refuses a mask")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).checkNoRest();
    List<ProjectDefinition> all = services.supervisor().definitions();
    List<Object> chosen = new ArrayList<>();
    List<String> missing = new ArrayList<>(options.plain());
    for (ProjectDefinition d : all) {
      boolean named = missing.remove(d.channelId()) | missing.remove(d.name());
      if (named || options.plain().isEmpty()) {
        chosen.add(
            options.has("--show-secrets")
                ? Definitions.toMap(d, false)
                : RedactedDefinition.of(d, services.redactor()));
      }
    }
    if (!missing.isEmpty()) {
      throw services.unknownProjects(missing, "");
    }
    caller.out().println(Json.write(chosen));
    return 0;
  }
}
