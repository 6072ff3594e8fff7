package innkeeper.shell.project;

import innkeeper.api.json.JsonForm;
import innkeeper.api.log.Redactor;
import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.Applied;
import innkeeper.common.terminal.SafeText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import innkeeper.shell.cli.UsageException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Applies definitions, reports the result, and lists which of their values are protected. */
record DefinitionChange(Services services, Caller caller, boolean json) {

  /** Checks a whole definition, so that all mistakes are reported together. */
  ProjectDefinition read(Map<String, Object> map, Options options) throws UsageException {
    List<String> mistakes = new ArrayList<>();
    Optional<ProjectDefinition> definition =
        TypedDefinition.read(map, caller.directory(), caller.far(), mistakes);
    boolean noId = String.valueOf(map.get("channelId")).isEmpty();
    mistakes.stream()
        .filter(mistake -> !(noId && mistake.contains("channelId")))
        .forEach(options::wrong);
    options.check();
    return definition.orElseThrow();
  }

  int apply(List<ProjectDefinition> definitions, boolean prune, boolean dryRun)
      throws CommandRefusedException {
    Supervisor supervisor = services.get(Supervisor.class);
    Map<String, ProjectDefinition> before = definitions(supervisor);
    Applied applied = supervisor.apply(definitions, prune, dryRun, caller.actor());
    Result result = result(applied, before, definitions);
    if (json) {
      caller.json(record(result, dryRun));
    } else {
      say(result, dryRun);
    }
    return 0;
  }

  /**
   * Applies one definition. If that starts its server, the method waits until the server is ready.
   *
   * @param wait the longest time; empty for the default
   */
  int applyAndWait(ProjectDefinition definition, Optional<Duration> wait)
      throws CommandRefusedException, InterruptedException {
    Supervisor supervisor = services.get(Supervisor.class);
    List<ProjectDefinition> one = List.of(definition);
    String id = definition.channelId();
    Optional<ProjectStatus> before = supervisor.project(id).filter(p -> p.channelId().equals(id));
    Map<String, ProjectDefinition> known = definitions(supervisor);
    Instant asked = Instant.now();
    Applied applied = supervisor.apply(one, false, false, caller.actor());
    Result result = result(applied, known, one);
    if (!json) {
      say(result, false);
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
          start -> {
            if (!json) {
              report.line(start.status(), start.status().reason());
            }
          });
    }
    if (json) {
      Map<String, Object> record = record(result, false);
      record.put("started", report.records());
      caller.json(record);
    }
    return report.good() ? 0 : 1;
  }

  /** The applied changes, with the changed members and the protected values. */
  private record Result(
      Applied applied, List<MemberChanges> changes, Map<String, Protection> protections) {}

  private static Map<String, ProjectDefinition> definitions(Supervisor supervisor) {
    Map<String, ProjectDefinition> known = new HashMap<>();
    supervisor.definitions().forEach(d -> known.put(d.channelId(), d));
    return known;
  }

  /**
   * Collects the report. The definitions are already in force, so an error here must not fail the
   * command.
   */
  private Result result(
      Applied applied, Map<String, ProjectDefinition> before, List<ProjectDefinition> definitions) {
    List<MemberChanges> changes = new ArrayList<>();
    Map<String, Protection> protections = new LinkedHashMap<>();
    try {
      Redactor redactor = services.get(Redactor.class);
      for (ProjectDefinition d : definitions) {
        String id = d.channelId();
        if (applied.changed().contains(id) && before.containsKey(id)) {
          changes.add(MemberChanges.between(before.get(id), d, redactor));
        }
        protections.put(id, redactor.protection(d));
      }
    } catch (CommandRefusedException away) {
      caller.note(
          "the changed members and the protected values are not known: " + away.getMessage());
    }
    return new Result(applied, changes, protections);
  }

  private void say(Result result, boolean dryRun) {
    Applied applied = result.applied();
    say(dryRun ? "would add" : "added", applied.added());
    for (String id : applied.changed()) {
      boolean restarted = applied.restarted().contains(id);
      caller.println(
          (dryRun ? "would change " : "changed ")
              + id
              + (restarted ? dryRun ? " and restart it" : " and restarted it" : ""));
    }
    say(dryRun ? "would remove" : "removed", applied.removed());
    say("unchanged", applied.unchanged());
    if (Stream.of(applied.added(), applied.changed(), applied.removed(), applied.unchanged())
        .allMatch(List::isEmpty)) {
      caller.println("nothing to do: no definition was given");
    }
    for (MemberChanges one : result.changes()) {
      one.lines().forEach(line -> caller.println(SafeText.line(one.channelId() + ": " + line)));
    }
    result.protections().forEach(this::say);
  }

  private void say(String verb, List<String> ids) {
    ids.forEach(id -> caller.println(verb + " " + id));
  }

  private void say(String id, Protection protection) {
    int count = protection.names().size();
    if (protection.values() > 0) {
      String names = count == 0 ? "" : ": " + String.join(", ", protection.names());
      caller.println(
          SafeText.line(
              String.format("protected in %s: %d of %d%s", id, count, protection.values(), names)));
    }
    protection.warnings().forEach(why -> caller.note("not protected in " + id + ": " + why));
  }

  /** The protected values of a project, in the form of JSON. */
  private record Protected(
      String channelId,
      int values,
      @JsonForm(name = "protected") List<String> names,
      List<String> warnings) {}

  private static Map<String, Object> record(Result result, boolean dryRun) {
    Applied applied = result.applied();
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("dryRun", dryRun);
    record.put("added", applied.added());
    record.put("changed", applied.changed());
    record.put("restarted", applied.restarted());
    record.put("removed", applied.removed());
    record.put("unchanged", applied.unchanged());
    record.put("changes", result.changes().stream().map(MemberChanges::json).toList());
    List<Protected> values = new ArrayList<>();
    result
        .protections()
        .forEach((id, p) -> values.add(new Protected(id, p.values(), p.names(), p.warnings())));
    record.put("protection", values);
    return record;
  }
}
