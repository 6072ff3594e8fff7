package innkeeper.shell.project;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Services;
import innkeeper.shell.project.ReadyWait.End;
import innkeeper.shell.project.ReadyWait.Result;
import innkeeper.shell.project.ReadyWait.Start;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Waits for starts and reports their results, for one call of a command. */
final class StartReport {

  /** The default wait for a start, in addition to its own startSeconds. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A result, in the form of JSON. */
  record Started(String channelId, ProjectState state, boolean ready, String reason) {}

  private static final String LOG = "log: ";

  private final Services services;
  private final Caller caller;
  private final List<Started> records = new ArrayList<>();
  private boolean good = true;

  StartReport(Services services, Caller caller) {
    this.services = services;
    this.caller = caller;
  }

  /** Returns the wait for these projects if {@code --wait} is missing. */
  static Duration patience(Collection<ProjectDefinition> definitions) {
    return definitions.stream()
        .map(ProjectDefinition::startTime)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO)
        .plus(PATIENCE);
  }

  /** Returns whether each server is ready, or has finished with success. */
  boolean good() {
    return good;
  }

  /** Returns one record for each result. */
  List<Started> records() {
    return records;
  }

  /** Warns early of ports that another process uses; the start itself may still succeed or fail. */
  void warnOfPorts(Collection<ProjectDefinition> definitions) throws InterruptedException {
    Map<Integer, String> projects = new LinkedHashMap<>();
    definitions.forEach(d -> d.port().ifPresent(port -> projects.put(port, d.channelId())));
    if (projects.isEmpty()) {
      return;
    }
    new PortHolder(Path.of("/proc"))
        .strangers(projects)
        .forEach(
            (port, holder) ->
                error("port " + port + " of " + projects.get(port) + " is taken by " + holder));
    caller.err().flush();
  }

  /**
   * Waits for the starts and reports each result as soon as it is known.
   *
   * @param told is called for each result and prints it
   */
  void await(List<Start> starts, Duration patience, Consumer<Result> told)
      throws InterruptedException {
    List<String> left = new ArrayList<>();
    starts.forEach(start -> left.add(start.channelId()));
    try {
      new ReadyWait(services, caller)
          .await(
              starts,
              patience,
              result -> {
                left.remove(result.channelId());
                good &= result.end() == End.READY || result.end() == End.FINISHED;
                records.add(
                    new Started(
                        result.channelId(),
                        result.status().state(),
                        result.end() == End.READY,
                        result.status().reason()));
                told.accept(result);
                explain(result, patience);
              });
    } catch (InterruptedException e) {
      String ids = String.join(" ", left);
      error("no longer waiting; the start continues. See: innkeeper status " + ids);
      throw e;
    }
  }

  /** Prints the line about a project on standard output. */
  void line(ProjectStatus status, String remark) {
    caller.println(
        status.name()
            + "  "
            + caller.painted(Human.state(status.state()))
            + (status.server().pid().isPresent()
                ? "  pid " + status.server().pid().getAsLong()
                : "")
            + (remark.isEmpty() ? "" : "  " + SafeText.line(remark)));
    caller.out().flush();
  }

  private void explain(Result result, Duration patience) {
    ProjectStatus status = result.status();
    String id = status.channelId();
    switch (result.end()) {
      case READY, FINISHED -> {
        return;
      }
      case TOO_LATE -> {
        String probe = status.state() == ProjectState.RUNNING ? status.health().output() : "";
        error(
            "%s is not ready after %s%s; the start continues. To see why: innkeeper why %s"
                .formatted(
                    status.name(),
                    Amounts.span(patience),
                    probe.isEmpty() ? "" : ": " + probe,
                    id));
      }
      case ENDED_AGAIN -> {
        lines(status).forEach(line -> error(status.name() + " " + line));
        String exit = status.lastExit().map(e -> ": " + e.sentence()).orElse("");
        error(
            "%s was ready and ended again%s; its log: innkeeper logs %s; more: innkeeper why %s"
                .formatted(status.name(), exit, id, id));
      }
      case FAILED -> {
        lines(status).forEach(line -> error(status.name() + " " + line));
        error(status.name() + " did not start; more: innkeeper why " + id);
      }
    }
    caller.err().flush();
  }

  /** Returns the lines of the log that explain the end, if the server has ever ended. */
  private List<String> lines(ProjectStatus status) {
    if (status.lastExit().isEmpty()) {
      return List.of();
    }
    try {
      return services.get(Supervisor.class).why(status.channelId()).evidence().stream()
          .filter(line -> line.startsWith(LOG))
          .toList();
    } catch (CommandRefusedException e) {
      return List.of(); // The state has already been printed.
    }
  }

  private void error(String text) {
    caller.note(text);
  }
}
