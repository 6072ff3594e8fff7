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
 * The state of one project at one moment. Immutable. It never holds environment, command line or
 * paths, so it is safe to print.
 *
 * @param name of the project and of its log
 * @param port as the definition says; empty if it says none
 * @param desired what the operator wants
 * @param state what the server is doing
 * @param stateSince when that state began
 * @param reason one sentence that says why it is in this state; "" when there is nothing to say
 * @param incarnation number of the last spawn; grows with each
 * @param pid of the server; empty while none lives
 * @param startedAt when that process was spawned; empty if none was
 * @param adopted whether an earlier host spawned it
 * @param restarts restarts by policy since the last explicit start
 * @param nextRetryAt when it is started again; empty unless in BACKOFF
 * @param lastExit how the last server ended; empty if none has ended
 * @param health what the probe found
 * @param resources what the whole process group uses, as last sampled
 * @param schedule when it is started or restarted by itself; empty for never
 */
public record ProjectStatus(
    String channelId,
    String name,
    OptionalInt port,
    Desired desired,
    ProjectState state,
    Instant stateSince,
    String reason,
    long incarnation,
    OptionalLong pid,
    Optional<Instant> startedAt,
    boolean adopted,
    int restarts,
    Optional<Instant> nextRetryAt,
    Optional<Exit> lastExit,
    ProbeHealth health,
    Resources resources,
    Optional<RunSchedule> schedule) {

  /** The status of a project without a schedule. */
  public ProjectStatus(
      String channelId,
      String name,
      OptionalInt port,
      Desired desired,
      ProjectState state,
      Instant stateSince,
      String reason,
      long incarnation,
      OptionalLong pid,
      Optional<Instant> startedAt,
      boolean adopted,
      int restarts,
      Optional<Instant> nextRetryAt,
      Optional<Exit> lastExit,
      ProbeHealth health,
      Resources resources) {
    this(
        channelId,
        name,
        port,
        desired,
        state,
        stateSince,
        reason,
        incarnation,
        pid,
        startedAt,
        adopted,
        restarts,
        nextRetryAt,
        lastExit,
        health,
        resources,
        Optional.empty());
  }

  /**
   * How a server ended.
   *
   * @param code exit code; 128+n for signal n; empty when nobody could tell
   * @param signal the signal that is known to have ended it, which is KILL when the host sent it;
   *     "" else
   * @param at when it ended; when that was noticed, if nothing shows more
   * @param expected whether the operator asked for it, or it ended with 0; never if its probe or
   *     its memory ended it
   * @param by who ended it
   */
  public record Exit(
      OptionalInt code,
      @JsonForm(
              value =
                  "The signal that is known to have ended the server: KILL, when the host sent it."
                      + " A shell's 128+n alone does not tell.",
              empty = Empty.NULL)
          String signal,
      Instant at,
      @JsonForm("Whether the end was asked for, or the server exited with 0.") boolean expected,
      @JsonForm("Who ended the server; unknown where another process may have sent a signal.")
          EndedBy by) {

    /** An end that the host did not bring about. */
    public Exit(OptionalInt code, String signal, Instant at, boolean expected) {
      this(code, signal, at, expected, EndedBy.unasked(code));
    }

    /**
     * The signal that a code of 128+n may stand for.
     *
     * @return the signal's name without SIG; "" for none
     */
    @JsonForm(
        value =
            "The signal that a code of 128+n may stand for: KILL for 137, which may as well be"
                + " exit 137.",
        empty = Empty.NULL,
        after = "signal")
    public String signalInferred() {
      return ExitCode.signalInferred(code);
    }

    /**
     * How the server ended and who ended it, as one clause: {@code exited with code 3}.
     *
     * @return the clause, without a full stop
     */
    public String sentence() {
      return ExitCode.sentence(code, signal, by);
    }
  }

  /**
   * What the probe found. Without a probe a project is healthy while RUNNING.
   *
   * @param status the verdict; unknown until the first answer that counts: an adopted server was
   *     not probed yet by this host, a server that starts is within its initial delay
   * @param alive whether the server need not be restarted
   * @param ready whether the server can be used; implies {@code alive}
   * @param flapping whether servers of it that were RUNNING ended 3 or more times within 15 minutes
   *     without a request, and none has ended so for 15 minutes; never of a job, and with code 0
   *     only where restart is {@code always}
   * @param output what the probe saw, one line, redacted; may be ""
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

    /** What a probe alone tells. */
    public ProbeHealth(HealthStatus status, boolean alive, boolean ready, String output) {
      this(status, alive, ready, false, output);
    }
  }

  /**
   * What a server's process group uses; all zero until first sampled.
   *
   * @param cpuPercent of one core, so it may be over 100
   * @param rssBytes resident memory, summed over the processes
   * @param processes how many there are
   */
  public record Resources(double cpuPercent, long rssBytes, int processes) {}

  /** How {@link #reason} begins while its log waits for the disk. */
  public static final String WAITS_FOR_DISK = "waiting for disk";

  /**
   * Whether its log waits for space on the disk, so that its server stands still.
   *
   * @return only true of a project that is RUNNING
   */
  public boolean waitsForDisk() {
    return state == ProjectState.RUNNING && reason.startsWith(WAITS_FOR_DISK);
  }

  /**
   * Whether it is a job: its schedule starts it, and it ends by itself.
   *
   * @return false for a project without a schedule, and for one that is restarted by it
   */
  public boolean job() {
    return schedule.filter(s -> s.action() == RunSchedule.Action.START).isPresent();
  }

  /**
   * When its schedule starts or restarts it next.
   *
   * @param now the time to look from
   * @return empty without a schedule, if that never comes again, or if it restarts a project that
   *     was stopped
   */
  public Optional<Instant> nextRunAt(Instant now) {
    return schedule
        .filter(s -> desired == Desired.RUNNING || s.action() == RunSchedule.Action.START)
        .flatMap(s -> s.next(channelId, now));
  }

  /**
   * Returns the summary of the state and the health in one word.
   *
   * @return {@code provisioning}, {@code ready}, {@code degraded} or {@code failed}
   */
  public String status() {
    return switch (state) {
      case STARTING, BACKOFF -> "provisioning";
      case RUNNING -> health.ready() ? "ready" : "degraded";
      case FATAL -> "failed";
      default -> "degraded";
    };
  }

  /**
   * The requests that make sense in this state, so that no client copies the state machine.
   *
   * @return of {@code start}, {@code stop}, {@code restart}; may be empty
   */
  public List<String> actions() {
    return switch (state) {
      case STOPPED, EXITED, FATAL -> List.of("start");
      case STARTING, RUNNING, BACKOFF -> List.of("stop", "restart");
      case STOPPING -> List.of("start");
      case UNKNOWN -> List.of();
    };
  }

  /**
   * The time that page and command line show as "since".
   *
   * @return while RUNNING the spawn of the server, else the beginning of the state
   */
  public Instant shownSince() {
    return state == ProjectState.RUNNING ? startedAt.orElse(stateSince) : stateSince;
  }

  /**
   * How long the server has lived.
   *
   * @param now the time to count to
   * @return since the spawn; zero when no server lives
   */
  public Duration uptime(Instant now) {
    return startedAt
        .filter(start -> pid.isPresent() && now.isAfter(start))
        .map(start -> Duration.between(start, now))
        .orElse(Duration.ZERO);
  }
}
