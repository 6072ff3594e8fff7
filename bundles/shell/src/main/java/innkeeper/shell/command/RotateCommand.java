package innkeeper.shell.command;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.common.terminal.SafeText;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code rotate ID|--main|--all}: rotates logs now. */
final class RotateCommand implements Command {

  private final AwaitedServices services;

  RotateCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("rotate ID|--main|--all", "rotates a log now").argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    int ways =
        (options.has("--main") ? 1 : 0)
            + (options.has("--all") ? 1 : 0)
            + (options.plain().isEmpty() ? 0 : 1);
    if (ways != 1) {
      options.wrong("exactly one of ID, --main, --all is wanted");
    }
    options.atMost(1).checkNoRest();
    Rotator rotator = services.rotator();
    List<String> names = new ArrayList<>();
    if (options.has("--all")) {
      rotator.status().forEach(s -> names.add(s.name()));
    } else if (options.has("--main")) {
      names.add(Logs.MAIN);
    } else {
      String id = options.plain().get(0);
      names.add(
          services
              .now()
              .supervisor()
              .get()
              .flatMap(s -> s.project(id))
              .map(p -> p.name())
              .orElse(id));
    }
    int status = 0;
    for (String name : names) {
      try {
        Optional<String> archive = rotator.rotate(name);
        caller.out().println(name + ": " + archive.orElse("empty, left alone"));
        archive.ifPresent(file -> record(caller, file));
      } catch (IOException | IllegalArgumentException e) {
        caller
            .err()
            .println(
                "innkeeper: "
                    + name
                    + " was not rotated: "
                    + (e.getMessage() == null ? e.toString() : SafeText.line(e.getMessage())));
        status = 1;
      }
    }
    return status;
  }

  /** Records the rotation. The log is rotated even while the audit record is missing. */
  private void record(Caller caller, String archive) {
    services
        .now()
        .audit()
        .get()
        .ifPresent(audit -> audit.append(AuditDraft.ok("log.rotate", caller.actor(), archive)));
  }
}
