package innkeeper.api.supervisor;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.store.Desired;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One project at one moment. Immutable; never holds environment, command line or paths.
 *
 * @param channelId which project
 * @param name names its log
 * @param port what the definition says
 * @param desired what the operator wants
 * @param state what the process is doing
 * @param stateSince since when
 * @param reason one sentence that says why it is in this state; "" when there is nothing to say
 * @param incarnation grows with each spawn
 * @param pid the server's, while it lives
 * @param startedAt when that process was spawned
 * @param adopted whether an earlier host spawned it
 * @param restarts by policy since the last explicit start
 * @param nextRetryAt while in BACKOFF
 * @param lastExit how the last server ended
 * @param health by the probe
 * @param resources of the whole group, as last sampled
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
    Resources resources) {

  /**
   * How a server ended.
   *
   * @param code exit code; 128+n for signal n; empty when nobody could tell
   * @param signal the signal that is known to have ended it, which is KILL when the host sent it;
   *     "" else
   * @param at when it was noticed
   * @param expected whether the operator asked for it, or it ended with 0
   */
  public record Exit(OptionalInt code, String signal, Instant at, boolean expected) {

    /** What a code of 128+n may stand for; "" for none. */
    public String signalInferred() {
      return ExitCode.signalInferred(code);
    }

    /** How it ended, one clause. */
    public String sentence() {
      return ExitCode.sentence(code, signal);
    }
  }

  /** What the probe says; without a probe: pass while RUNNING. {@code ready} implies alive. */
  public record ProbeHealth(HealthStatus status, boolean alive, boolean ready, String output) {}

  /** Zero until first sampled. */
  public record Resources(double cpuPercent, long rssBytes, int processes) {}

  /** The one-word summary older clients know. */
  public String status() {
    return switch (state) {
      case STARTING, BACKOFF -> "provisioning";
      case RUNNING -> health.ready() ? "ready" : "degraded";
      case FATAL -> "failed";
      default -> "degraded";
    };
  }

  /** What the supervisor would take now, so that no client copies the state machine. */
  public List<String> actions() {
    return switch (state) {
      case STOPPED, EXITED, FATAL -> List.of("start");
      case STARTING, RUNNING, BACKOFF -> List.of("stop", "restart");
      case STOPPING -> List.of("start");
      case UNKNOWN -> List.of();
    };
  }

  /**
   * What is shown as "since": while RUNNING the spawn of the server, else the state's beginning.
   */
  public Instant shownSince() {
    return state == ProjectState.RUNNING ? startedAt.orElse(stateSince) : stateSince;
  }

  /** Since the server was spawned; zero when none lives. */
  public Duration uptime(Instant now) {
    return startedAt
        .filter(start -> pid.isPresent() && now.isAfter(start))
        .map(start -> Duration.between(start, now))
        .orElse(Duration.ZERO);
  }
}
