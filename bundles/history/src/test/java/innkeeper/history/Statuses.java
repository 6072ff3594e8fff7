package innkeeper.history;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.schedule.CalendarExpression;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Statuses for tests; each call makes a changed copy. */
public record Statuses(
    String id,
    ProjectState state,
    Instant since,
    String reason,
    Optional<Exit> exit,
    ProbeHealth health,
    Resources resources,
    int restarts,
    Optional<RunSchedule> schedule) {

  public static Statuses of(String id) {
    return new Statuses(
        id,
        ProjectState.STOPPED,
        Instant.EPOCH,
        "",
        Optional.empty(),
        ProbeHealth.HEALTHY,
        Resources.NONE,
        0,
        Optional.empty());
  }

  public Statuses in(ProjectState now, Instant at) {
    return new Statuses(id, now, at, reason, exit, health, resources, restarts, schedule);
  }

  public Statuses because(String why) {
    return new Statuses(id, state, since, why, exit, health, resources, restarts, schedule);
  }

  public Statuses ended(int code, Instant at, boolean expected) {
    Exit end = new Exit(OptionalInt.of(code), "", at, expected);
    return new Statuses(
        id, state, since, reason, Optional.of(end), health, resources, restarts, schedule);
  }

  /** The last end was of that party's making. */
  public Statuses by(EndedBy who) {
    Exit end = exit.orElseThrow();
    Exit now = new Exit(end.code(), end.signal(), end.at(), end.expected(), who);
    return new Statuses(
        id, state, since, reason, Optional.of(now), health, resources, restarts, schedule);
  }

  /** Its probe has not given an answer yet. */
  public Statuses notProbed() {
    ProbeHealth now =
        new ProbeHealth(HealthStatus.UNKNOWN, true, false, health.flapping(), "not probed yet");
    return new Statuses(id, state, since, reason, exit, now, resources, restarts, schedule);
  }

  public Statuses ready(boolean ready, String output) {
    HealthStatus status = ready ? HealthStatus.PASS : HealthStatus.FAIL;
    ProbeHealth now = new ProbeHealth(status, ready, ready, health.flapping(), output);
    return new Statuses(id, state, since, reason, exit, now, resources, restarts, schedule);
  }

  public Statuses flapping(boolean flapping) {
    ProbeHealth now =
        new ProbeHealth(HealthStatus.WARN, health.alive(), health.ready(), flapping, "");
    return new Statuses(id, state, since, reason, exit, now, resources, restarts, schedule);
  }

  public Statuses using(double cpu, long rss) {
    return new Statuses(
        id, state, since, reason, exit, health, new Resources(cpu, rss, 1), restarts, schedule);
  }

  public Statuses restarted(int times) {
    return new Statuses(id, state, since, reason, exit, health, resources, times, schedule);
  }

  /** A schedule starts it. */
  public Statuses job() {
    RunSchedule daily =
        new RunSchedule(
            CalendarExpression.parse("daily"),
            Optional.empty(),
            Duration.ZERO,
            RunSchedule.Action.START,
            RunSchedule.Overlap.SKIP,
            RunSchedule.Missed.TELL);
    return new Statuses(
        id, state, since, reason, exit, health, resources, restarts, Optional.of(daily));
  }

  public ProjectStatus status() {
    return new ProjectStatus(
        new ProjectStatus.Project(id, id, OptionalInt.empty(), schedule),
        new ProjectStatus.Lifecycle(Desired.RUNNING, state, since, reason),
        new ProjectStatus.Server(1, OptionalLong.empty(), Optional.empty(), false),
        new ProjectStatus.Restarts(restarts, Optional.empty()),
        exit,
        health,
        resources);
  }
}
