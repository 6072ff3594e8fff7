package innkeeper.shell.command;

import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.TextTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code status [ID…] [--json]}. */
final class StatusCommand implements Command {

  private final AwaitedServices services;
  private final Clock clock;

  StatusCommand(AwaitedServices services, Clock clock) {
    this.services = services;
    this.clock = clock;
  }

  @Override
  public Help help() {
    return Help.of("status [ID...] [--json]", "shows what the projects' servers are doing")
        .details("--json  an array of project records, as GET /api/projects gives it")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).checkNoRest();
    Supervisor supervisor = services.supervisor();
    List<ProjectStatus> projects = new ArrayList<>();
    if (options.plain().isEmpty()) {
      projects.addAll(supervisor.projects());
    }
    for (String id : options.plain()) {
      projects.add(supervisor.project(id).orElseThrow(() -> new UnknownProjectException(id)));
    }
    Instant now = clock.instant();
    if (options.has("--json")) {
      caller.out().println(Json.write(projects.stream().map(p -> record(p, now)).toList()));
    } else if (projects.isEmpty()) {
      caller.err().println("no projects yet; add one with: innkeeper add ID -- COMMAND [ARG...]");
    } else {
      table(projects, now).print(caller);
    }
    return 0;
  }

  private ProjectRecord record(ProjectStatus project, Instant now) {
    Optional<LogStatus> log =
        services.now().logs().get().flatMap((Logs logs) -> logs.status(project.name()));
    return ProjectRecord.of(project, log, now);
  }

  private static TextTable table(List<ProjectStatus> projects, Instant now) {
    boolean ids = projects.stream().anyMatch(p -> !p.name().equals(p.channelId()));
    TextTable table =
        ids
            ? new TextTable("NAME", "ID", "STATE", "SINCE", "PID", "RESTARTS", "PORT", "REASON")
            : new TextTable("NAME", "STATE", "SINCE", "PID", "RESTARTS", "PORT", "REASON");
    for (ProjectStatus p : projects) {
      List<Object> cells = new ArrayList<>();
      cells.add(p.name());
      if (ids) {
        cells.add(p.channelId());
      }
      cells.add(Human.state(p.state()));
      cells.add(Human.span(Duration.between(p.shownSince(), now)));
      cells.add(p.pid().isPresent() ? p.pid().getAsLong() : "-");
      cells.add(p.restarts());
      cells.add(p.port().isPresent() ? p.port().getAsInt() : "-");
      cells.add(reason(p, now));
      table.row(cells.toArray());
    }
    return table;
  }

  private static String reason(ProjectStatus p, Instant now) {
    String reason = p.reason();
    if (p.nextRetryAt().isPresent()) {
      reason +=
          (reason.isEmpty() ? "" : "; ")
              + "next try in "
              + Human.span(Duration.between(now, p.nextRetryAt().get()));
    }
    if (p.health().flapping()) {
      reason += reason.isEmpty() ? "FLAPPING" : "; FLAPPING";
    }
    if (p.adopted()) {
      reason += reason.isEmpty() ? "adopted" : "; adopted";
    }
    return reason;
  }
}
