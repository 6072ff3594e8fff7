package innkeeper.api.supervisor;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The state of one project at one moment. Immutable. It never contains environment, command line or
 * paths, so it is safe to print.
 *
 * @param lastExit the end of the last server; empty if no server has ended
 * @param health the result of the probe
 * @param resources the last sample of the resources that the whole process group uses
 */
public record ProjectStatus(
    @JsonForm(inline = true) Project project,
    @JsonForm(inline = true) Lifecycle lifecycle,
    @JsonForm(inline = true) Server server,
    @JsonForm(inline = true) Restarts restarts,
    Optional<Exit> lastExit,
    ProbeHealth health,
    Resources resources) {

  /**
   * The members of the definition that a status shows.
   *
   * @param name of the project and of its log
   * @param port empty if the definition has none
   * @param schedule the schedule that starts or restarts it; empty for no schedule
   */
  public record Project(
      String channelId,
      String name,
      @JsonForm(name = "hostPort") OptionalInt port,
      @JsonForm(hidden = true) Optional<RunSchedule> schedule) {

    /** Creates a project without port and schedule. */
    public Project(String channelId, String name) {
      this(channelId, name, OptionalInt.empty(), Optional.empty());
    }
  }

  /**
   * The requested and the present state.
   *
   * @param desired the state that the operator requested
   * @param state the present state of the server
   * @param since when that state began
   * @param reason one sentence with the reason for this state; "" without a special reason
   */
  public record Lifecycle(
      Desired desired,
      ProjectState state,
      @JsonForm(name = "stateSince") Instant since,
      @JsonForm(empty = Empty.NULL) String reason) {

    /** Returns supervisord's number for the state. */
    @JsonForm(
        oneOf = {"0", "10", "20", "30", "40", "100", "200", "1000"},
        after = "state")
    public int stateCode() {
      return state.code();
    }
  }

  /**
   * The server of the last spawn.
   *
   * @param incarnation number of the last spawn; it grows with each spawn
   * @param pid the pid of the server; empty while no server lives
   * @param startedAt when that process was spawned; empty if no process was spawned
   * @param adopted whether an earlier host spawned it
   */
  public record Server(
      @JsonForm(hidden = true) long incarnation,
      OptionalLong pid,
      Optional<Instant> startedAt,
      boolean adopted) {

    /** The server of a project that was never started. */
    public static final Server NONE = new Server(0, OptionalLong.empty(), Optional.empty(), false);
  }

  /**
   * The restarts by policy.
   *
   * @param count since the last explicit start
   * @param nextRetryAt when the server is started again; empty unless in BACKOFF
   */
  public record Restarts(@JsonForm(name = "restarts") int count, Optional<Instant> nextRetryAt) {

    /** The absence of restarts. */
    public static final Restarts NONE = new Restarts(0, Optional.empty());
  }

  /**
   * The end of a server.
   *
   * @param code exit code; 128+n for signal n; empty if it is unknown
   * @param signal the signal that is known to have ended it, which is KILL when the host sent it;
   *     "" if no signal is known
   * @param at the time of the end, or the time when the host noticed it
   * @param expected whether the operator requested the end, or the code is 0; false if its probe or
   *     its memory ended it
   * @param by the party that ended it
   */
  public record Exit(
      OptionalInt code,
      @JsonForm(
              value =
                  "The signal that is known to have ended the server: KILL, when the host sent it."
                      + " A shell's 128+n alone does not prove a signal.",
              empty = Empty.NULL)
          String signal,
      Instant at,
      @JsonForm("Whether the end was asked for, or the server exited with 0.") boolean expected,
      @JsonForm("Who ended the server; unknown where another process may have sent a signal.")
          EndedBy by) {

    /** Creates an end that the host did not cause. */
    public Exit(OptionalInt code, String signal, Instant at, boolean expected) {
      this(code, signal, at, expected, EndedBy.unasked(code));
    }

    /**
     * Returns the signal that a code of 128+n may represent.
     *
     * @return the signal's name without SIG; "" if the code represents no signal
     */
    @JsonForm(
        value =
            "The signal that a code of 128+n may represent: KILL for 137, which may as well be"
                + " exit 137.",
        empty = Empty.NULL,
        after = "signal")
    public String signalInferred() {
      return ExitCode.signalInferred(code);
    }

    /**
     * Returns how the server ended and who ended it, as one clause without a full stop: {@code
     * exited with code 3}.
     */
    public String sentence() {
      return ExitCode.sentence(code, signal, by);
    }
  }

  /**
   * The health that the probe reports. A project without a probe is healthy while RUNNING.
   *
   * @param status the verdict; unknown until the first answer that counts: this host has not yet
   *     probed an adopted server, or a new server is within its initial delay
   * @param alive whether the server need not be restarted
   * @param ready whether the server can be used; true implies {@code alive}
   * @param flapping whether its servers, while RUNNING, ended 3 or more times within 15 minutes
   *     without a request. It becomes false after 15 minutes without such an end. It is always
   *     false for a job. An end with code 0 counts only if restart is {@code always}
   * @param output the observation of the probe, one line, redacted; may be ""
   */
  @JsonForm(name = "ProjectHealth")
  public record ProbeHealth(
      HealthStatus status,
      boolean alive,
      boolean ready,
      @JsonForm(
              "Whether the server, while RUNNING, ended 3 or more times within 15 minutes without a"
                  + " request. Over after 15 minutes without such an end.")
          boolean flapping,
      @JsonForm(empty = Empty.NULL) String output) {

    /** The health of a server that can be used. */
    public static final ProbeHealth HEALTHY = new ProbeHealth(HealthStatus.PASS, true, true, "");

    /** Creates a health without flapping. */
    public ProbeHealth(HealthStatus status, boolean alive, boolean ready, String output) {
      this(status, alive, ready, false, output);
    }
  }

  /**
   * The resources that a server's process group uses; all values are zero until the first sample.
   *
   * @param cpuPercent percent of one core, so the value may exceed 100
   * @param rssBytes resident memory, summed over the processes
   * @param processes the number of processes
   */
  public record Resources(double cpuPercent, long rssBytes, int processes) {

    /** The resources before the first sample. */
    public static final Resources NONE = new Resources(0, 0, 0);
  }

  /** Returns the project's id. */
  public String channelId() {
    return project.channelId();
  }

  /** Returns the name of the project and of its log. */
  public String name() {
    return project.name();
  }

  /** Returns the present state of the server. */
  public ProjectState state() {
    return lifecycle.state();
  }

  /** Returns the reason for the state in one sentence, or "" without a special reason. */
  public String reason() {
    return lifecycle.reason();
  }

  /** Returns a copy with other resources. */
  public ProjectStatus with(Resources other) {
    return new ProjectStatus(project, lifecycle, server, restarts, lastExit, health, other);
  }

  /** The beginning of {@link #reason} while the project's log waits for the disk. */
  public static final String WAITS_FOR_DISK = "waiting for disk";

  /**
   * Returns whether the project's log waits for space on the disk, so that its server is blocked.
   *
   * @return true only for a project that is RUNNING
   */
  public boolean waitsForDisk() {
    return state() == ProjectState.RUNNING && reason().startsWith(WAITS_FOR_DISK);
  }

  /**
   * Returns whether the project is a job: its schedule starts it, and it ends by itself.
   *
   * @return false for a project without a schedule, and for a project that its schedule restarts
   */
  public boolean job() {
    return project.schedule().filter(RunSchedule::job).isPresent();
  }

  /**
   * Returns when the schedule starts or restarts the project next.
   *
   * @param now the time after which the run begins
   * @return empty without a schedule, if no run follows, or if the schedule restarts a project that
   *     was stopped
   */
  public Optional<Instant> nextRunAt(Instant now) {
    return project
        .schedule()
        .filter(s -> lifecycle.desired() == Desired.RUNNING || s.job())
        .flatMap(s -> s.next(project.channelId(), now));
  }

  /**
   * Returns the summary of the state and the health in one word.
   *
   * @return {@code provisioning}, {@code ready}, {@code degraded} or {@code failed}
   */
  @JsonForm(
      oneOf = {"provisioning", "ready", "failed", "degraded"},
      after = "name")
  public String status() {
    return switch (state()) {
      case STARTING, BACKOFF -> "provisioning";
      case RUNNING -> health.ready() ? "ready" : "degraded";
      case FATAL -> "failed";
      default -> "degraded";
    };
  }

  /**
   * Returns the requests that make sense in this state, so that no client duplicates the state
   * machine.
   *
   * @return a subset of {@code start}, {@code stop}, {@code restart}; may be empty
   */
  public List<String> actions() {
    return switch (state()) {
      case STOPPED, EXITED, FATAL -> List.of("start");
      case STARTING, RUNNING, BACKOFF -> List.of("stop", "restart");
      case STOPPING -> List.of("start");
      case UNKNOWN -> List.of();
    };
  }

  /**
   * Returns the time that page and command line display as "since".
   *
   * @return while RUNNING the time of the spawn, else the beginning of the state
   */
  public Instant shownSince() {
    Instant since = lifecycle.since();
    return state() == ProjectState.RUNNING ? server.startedAt().orElse(since) : since;
  }

  /**
   * Returns the age of the server.
   *
   * @param now the time to which the age counts
   * @return the time since the spawn; zero when no server lives
   */
  public Duration uptime(Instant now) {
    return server
        .startedAt()
        .filter(start -> server.pid().isPresent() && now.isAfter(start))
        .map(start -> Duration.between(start, now))
        .orElse(Duration.ZERO);
  }
}
