package innkeeper.shell.project;

import innkeeper.api.log.Redactor;
import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.Applied;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Plan;
import innkeeper.shell.cli.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies definitions and says what became of them, and which of their values are protected. */
final class DefinitionChange {

  private final AwaitedServices services;
  private final Caller caller;
  private final boolean json;

  DefinitionChange(AwaitedServices services, Caller caller, boolean json) {
    this.services = services;
    this.caller = caller;
    this.json = json;
  }

  int apply(List<ProjectDefinition> definitions, boolean prune, boolean dryRun)
      throws CommandRefusedException {
    Applied applied = services.supervisor().apply(definitions, prune, dryRun, caller.actor());
    Map<String, Protection> protections = protections(definitions);
    if (json) {
      caller.out().println(Json.write(record(applied, dryRun, protections)));
    } else {
      say(applied, dryRun, protections);
    }
    return 0;
  }

  /**
   * Applies one definition, and waits until its server is ready if one is started for it.
   *
   * @param wait how long; empty for the default
   */
  int applyAndWait(ProjectDefinition definition, Optional<Duration> wait)
      throws CommandRefusedException, InterruptedException {
    Supervisor supervisor = services.supervisor();
    List<ProjectDefinition> one = List.of(definition);
    String id = definition.channelId();
    Optional<ProjectStatus> before = supervisor.project(id).filter(p -> p.channelId().equals(id));
    Instant asked = Instant.now();
    Applied applied = supervisor.apply(one, false, false, caller.actor());
    Map<String, Protection> protections = protections(one);
    if (!json) {
      say(applied, false, protections);
      caller.out().flush();
    }
    StartReport report = new StartReport(services, caller);
    boolean starts =
        applied.added().contains(id) && definition.autostart() || applied.restarted().contains(id);
    Optional<ProjectStatus> first = supervisor.project(id);
    Duration patience = wait.orElseGet(() -> StartReport.patience(one));
    if (starts && first.isPresent() && !patience.isZero()) {
      report.warnOfPorts(one);
      report.await(
          List.of(ReadyWait.Start.after(before, asked, first.get())),
          patience,
          result -> {
            if (!json) {
              report.line(result.status(), result.status().reason());
            }
          });
    }
    if (json) {
      Map<String, Object> record = record(applied, false, protections);
      record.put("started", report.records());
      caller.out().println(Json.write(record));
    }
    return report.good() ? 0 : 1;
  }

  private void say(Applied applied, boolean dryRun, Map<String, Protection> protections) {
    Plan.say(caller, applied, dryRun);
    protections.forEach(this::say);
  }

  /** The definitions are in force already, so nothing here may make the command fail. */
  private Map<String, Protection> protections(List<ProjectDefinition> definitions) {
    Map<String, Protection> protections = new LinkedHashMap<>();
    try {
      Redactor redactor = services.redactor();
      definitions.forEach(d -> protections.put(d.channelId(), redactor.protection(d)));
    } catch (CommandRefusedException away) {
      caller
          .err()
          .println("innkeeper: which values are protected cannot be told: " + away.getMessage());
    }
    return protections;
  }

  private void say(String id, Protection protection) {
    int count = protection.names().size();
    if (protection.values() > 0) {
      String names = count == 0 ? "" : ": " + String.join(", ", protection.names());
      caller
          .out()
          .println(
              SafeText.line(
                  String.format(
                      "protected in %s: %d of %d%s", id, count, protection.values(), names)));
    }
    protection
        .warnings()
        .forEach(
            why ->
                caller
                    .err()
                    .println(SafeText.line("innkeeper: not protected in " + id + ": " + why)));
  }

  private static Map<String, Object> record(
      Applied applied, boolean dryRun, Map<String, Protection> protections) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("dryRun", dryRun);
    record.put("added", applied.added());
    record.put("changed", applied.changed());
    record.put("restarted", applied.restarted());
    record.put("removed", applied.removed());
    record.put("unchanged", applied.unchanged());
    List<Object> values = new ArrayList<>();
    protections.forEach(
        (id, protection) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("channelId", id);
          one.put("values", protection.values());
          one.put("protected", protection.names());
          one.put("warnings", protection.warnings());
          values.add(one);
        });
    record.put("protection", values);
    return record;
  }
}
