package innkeeper.api.project;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

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

  /**
   * What a target of that kind must be, if this one is not; empty when it can be asked. A stored
   * definition of version 0.1.0 may hold one that cannot.
   */
  public Optional<String> wantsOther() {
    boolean right =
        switch (kind) {
          case HTTP -> target.matches("https?://.*") && reachable(target);
          case TCP -> reachable("tcp://" + (target.indexOf(':') < 0 ? "host:" : "") + target);
          case EXEC -> !target.isBlank() && target.indexOf(0) < 0;
          case LOG_LINE -> !target.isBlank() && target.lines().count() == 1;
        };
    return right
        ? Optional.empty()
        : Optional.of(
            switch (kind) {
              case HTTP -> "a URL http://HOST:PORT/PATH, the port from 1 to 65535";
              case TCP -> "PORT or HOST:PORT, the port from 1 to 65535";
              case EXEC -> "a shell command";
              case LOG_LINE -> "a text of one line";
            });
  }

  /** With a host, and a port that there can be; HTTP has one of its own. */
  private static boolean reachable(String text) {
    try {
      URI uri = new URI(text);
      boolean tcp = "tcp".equals(uri.getScheme());
      boolean bare = uri.getRawPath().isEmpty() && uri.getRawQuery() == null;
      return uri.getHost() != null
          && uri.getPort() <= 65535
          && (uri.getPort() > 0 || (uri.getPort() < 0 && !tcp))
          && (!tcp || (bare && uri.getUserInfo() == null && uri.getRawFragment() == null));
    } catch (URISyntaxException e) {
      // That it is none is the answer.
      return false;
    }
  }

  /** Every 10 s, 3 s each, three failures, no grace beyond the start itself, restarts. */
  public static Probe of(Kind kind, String target) {
    return new Probe(
        kind, target, true, Duration.ofSeconds(10), Duration.ofSeconds(3), 3, Duration.ZERO);
  }
}
