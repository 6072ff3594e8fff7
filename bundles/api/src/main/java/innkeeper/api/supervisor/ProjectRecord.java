package innkeeper.api.supervisor;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.log.LogStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The JSON form of a project for API and command line: its status, its log and values that follow
 * from them. Immutable.
 *
 * @param now the time to which {@link #uptimeMs} counts
 * @param log size and counts of its log; empty while the logging bundle is away, or if no line was
 *     ever written
 * @param schedule the schedule that starts or restarts it; empty for no schedule
 */
@JsonForm(name = "Project")
public record ProjectRecord(
    @JsonForm(inline = true) ProjectStatus project,
    @JsonForm(hidden = true) Instant now,
    Optional<LogStatus> log,
    @JsonForm("When it is started or restarted by itself; null for never.")
        Optional<NextRun> schedule)
    implements JsonBody {

  /**
   * A project's schedule, for display.
   *
   * @param calendar the due times, in systemd's syntax
   * @param timeZone the zone of the calendar's times
   * @param action {@code start} or {@code restart}
   * @param nextRunAt the next run, with its jitter; empty if no run follows
   */
  @JsonForm(name = "ProjectSchedule")
  public record NextRun(
      String calendar,
      String timeZone,
      @JsonForm(oneOf = {"start", "restart"}) String action,
      Optional<Instant> nextRunAt) {}

  /**
   * Returns the record of one status.
   *
   * @param log the project's log; empty if it has none
   * @param now the time to which {@code uptimeMs} counts
   */
  public static ProjectRecord of(ProjectStatus p, Optional<LogStatus> log, Instant now) {
    Optional<NextRun> schedule =
        p.project()
            .schedule()
            .map(
                s ->
                    new NextRun(
                        s.calendar().toString(),
                        s.zone().getId(),
                        s.action().word(),
                        p.nextRunAt(now)));
    return new ProjectRecord(p, now, log, schedule);
  }

  /** Returns {@link ProjectStatus#uptime} in milliseconds. */
  @JsonForm(after = "startedAt")
  public long uptimeMs() {
    return project.uptime(now).toMillis();
  }

  /** Returns {@link ProjectStatus#actions}. */
  @JsonForm(
      oneOf = {"start", "stop", "restart"},
      after = "log")
  public List<String> actions() {
    return project.actions();
  }
}
