package innkeeper.api.supervisor;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.log.LogStatus;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The JSON form of a project for API and command line: its status, its log and values that follow
 * from them. Immutable.
 *
 * @param channelId the same as in {@link ProjectStatus}, like each component without a description
 *     here
 * @param status {@link ProjectStatus#status}
 * @param hostPort the definition's port
 * @param stateCode supervisord's number for the state
 * @param uptimeMs {@link ProjectStatus#uptime} in milliseconds
 * @param restarts the number of restarts by policy
 * @param log size and counts of its log; empty while the logging bundle is away, or if no line was
 *     ever written
 * @param actions {@link ProjectStatus#actions}
 * @param schedule the schedule that starts or restarts it; empty for no schedule
 */
@JsonForm(name = "Project")
public record ProjectRecord(
    String channelId,
    String name,
    @JsonForm(oneOf = {"provisioning", "ready", "failed", "degraded"}) String status,
    OptionalInt hostPort,
    Desired desired,
    ProjectState state,
    @JsonForm(oneOf = {"0", "10", "20", "30", "40", "100", "200", "1000"}) int stateCode,
    Instant stateSince,
    @JsonForm(empty = Empty.NULL) String reason,
    OptionalLong pid,
    Optional<Instant> startedAt,
    long uptimeMs,
    boolean adopted,
    int restarts,
    Optional<Instant> nextRetryAt,
    Optional<Exit> lastExit,
    ProbeHealth health,
    Resources resources,
    Optional<LogStatus> log,
    @JsonForm(oneOf = {"start", "stop", "restart"}) List<String> actions,
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

  /** Creates the record of a project without a schedule. */
  public ProjectRecord(
      String channelId,
      String name,
      String status,
      OptionalInt hostPort,
      Desired desired,
      ProjectState state,
      int stateCode,
      Instant stateSince,
      String reason,
      OptionalLong pid,
      Optional<Instant> startedAt,
      long uptimeMs,
      boolean adopted,
      int restarts,
      Optional<Instant> nextRetryAt,
      Optional<Exit> lastExit,
      ProbeHealth health,
      Resources resources,
      Optional<LogStatus> log,
      List<String> actions) {
    this(
        channelId,
        name,
        status,
        hostPort,
        desired,
        state,
        stateCode,
        stateSince,
        reason,
        pid,
        startedAt,
        uptimeMs,
        adopted,
        restarts,
        nextRetryAt,
        lastExit,
        health,
        resources,
        log,
        actions,
        Optional.empty());
  }

  /**
   * Returns the record of one status.
   *
   * @param log the project's log; empty if it has none
   * @param now the time to which {@code uptimeMs} counts
   */
  public static ProjectRecord of(ProjectStatus p, Optional<LogStatus> log, Instant now) {
    return new ProjectRecord(
        p.channelId(),
        p.name(),
        p.status(),
        p.port(),
        p.desired(),
        p.state(),
        p.state().code(),
        p.stateSince(),
        p.reason(),
        p.pid(),
        p.startedAt(),
        p.uptime(now).toMillis(),
        p.adopted(),
        p.restarts(),
        p.nextRetryAt(),
        p.lastExit(),
        p.health(),
        p.resources(),
        log,
        p.actions(),
        p.schedule()
            .map(
                s ->
                    new NextRun(
                        s.calendar().toString(),
                        s.zone().getId(),
                        s.action().word(),
                        p.nextRunAt(now))));
  }

  /**
   * Returns the JSON form of one status.
   *
   * @param log the project's log; empty if it has none
   * @param now the time to which {@code uptimeMs} counts
   * @return a new map; absent values are null
   */
  public static Map<String, Object> toMap(ProjectStatus p, Optional<LogStatus> log, Instant now) {
    return of(p, log, now).toMap();
  }
}
