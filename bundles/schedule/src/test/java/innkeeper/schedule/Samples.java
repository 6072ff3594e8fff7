package innkeeper.schedule;

import innkeeper.api.schedule.CalendarExpression;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Schedules and statuses of one project. */
final class Samples {

  private Samples() {}

  static RunSchedule schedule(
      String calendar,
      String zone,
      RunSchedule.Action action,
      RunSchedule.Overlap overlap,
      RunSchedule.Missed missed) {
    return new RunSchedule(
        CalendarExpression.parse(calendar),
        Optional.of(ZoneId.of(zone)),
        Duration.ZERO,
        action,
        overlap,
        missed);
  }

  static RunSchedule job(String calendar, RunSchedule.Missed missed) {
    return schedule(calendar, "UTC", RunSchedule.Action.START, RunSchedule.Overlap.SKIP, missed);
  }

  static ProjectStatus status(RunSchedule schedule, ProjectState state) {
    return status(schedule, state, Desired.RUNNING, Optional.empty());
  }

  static ProjectStatus status(
      RunSchedule schedule, ProjectState state, Desired desired, Optional<Instant> startedAt) {
    return new ProjectStatus(
        new ProjectStatus.Project("c1", "c1", OptionalInt.empty(), Optional.of(schedule)),
        new ProjectStatus.Lifecycle(desired, state, Instant.EPOCH, ""),
        new ProjectStatus.Server(1, OptionalLong.empty(), startedAt, false),
        ProjectStatus.Restarts.NONE,
        Optional.empty(),
        ProjectStatus.ProbeHealth.HEALTHY,
        ProjectStatus.Resources.NONE);
  }
}
