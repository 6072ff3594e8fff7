package innkeeper.shell.command;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code rotate ID|--main|--all}: rotates logs now. */
record RotateCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("rotate ID|--main|--all", "rotates a log now").argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    long ways =
        Stream.of(options.has("--main"), options.has("--all"), !options.plain().isEmpty())
            .filter(given -> given)
            .count();
    if (ways != 1) {
      options.wrong("exactly one of ID, --main, --all is wanted");
    }
    options.atMost(1).check();
    Rotator rotator = services.get(Rotator.class);
    List<String> names = new ArrayList<>();
    if (options.has("--all")) {
      rotator.status().forEach(s -> names.add(s.name()));
    } else if (options.has("--main")) {
      names.add(Logs.MAIN);
    } else {
      String id = options.plain().get(0);
      names.add(
          services.now(Supervisor.class).flatMap(s -> s.project(id)).map(p -> p.name()).orElse(id));
    }
    int status = 0;
    for (String name : names) {
      try {
        Optional<String> archive = rotator.rotate(name);
        caller.println(name + ": " + archive.orElse("empty, left alone"));
        archive.ifPresent(file -> record(caller, file));
      } catch (IOException | IllegalArgumentException e) {
        caller.note(name + " was not rotated: " + (e.getMessage() == null ? e : e.getMessage()));
        status = 1;
      }
    }
    return status;
  }

  /** Records the rotation. The log is rotated even while the audit record is missing. */
  private void record(Caller caller, String archive) {
    services
        .now(AuditLog.class)
        .ifPresent(audit -> audit.append(AuditDraft.ok("log.rotate", caller.actor(), archive)));
  }
}
