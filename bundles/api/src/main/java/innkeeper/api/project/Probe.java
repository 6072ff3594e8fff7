package innkeeper.api.project;

import java.time.Duration;
import java.util.Objects;

/**
 * How a server's health is asked for.
 *
 * @param kind what is done
 * @param target a URL for HTTP (2xx and 3xx are healthy), {@code PORT} or {@code HOST:PORT} on this
 *     machine for TCP, a shell command for EXEC (status 0 is healthy), a text for LOG_LINE (ready
 *     once a line of output holds it)
 * @param liveness whether failing restarts the server; otherwise it is only shown
 * @param period between two asks
 * @param timeout of one ask
 * @param failures so many in a row make it unhealthy
 * @param initialDelay grace after a start during which failures do not count
 */
public record Probe(
    Kind kind,
    String target,
    boolean liveness,
    Duration period,
    Duration timeout,
    int failures,
    Duration initialDelay) {

  /** What is done. */
  public enum Kind {
    HTTP("http"),
    TCP("tcp"),
    EXEC("exec"),
    LOG_LINE("logLine");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** As the definition's JSON has it. */
    public String word() {
      return word;
    }
  }

  public Probe {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(target);
    Objects.requireNonNull(period);
    Objects.requireNonNull(timeout);
    Objects.requireNonNull(initialDelay);
  }

  /** Every 10 s, 3 s each, three failures, no grace beyond the start itself, restarts. */
  public static Probe of(Kind kind, String target) {
    return new Probe(
        kind, target, true, Duration.ofSeconds(10), Duration.ofSeconds(3), 3, Duration.ZERO);
  }
}
