package innkeeper.api.project;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a server's health is checked, with the terms of Kubernetes' probes. Immutable.
 *
 * @param target a URL for HTTP (2xx and 3xx are healthy), {@code PORT} or {@code HOST:PORT} on this
 *     machine for TCP, a shell command for EXEC (status 0 is healthy), a text for LOG_LINE (ready
 *     once a line of output holds it)
 * @param liveness whether an unhealthy server is restarted; otherwise it is only shown
 * @param period time between two checks
 * @param timeout of one check
 * @param failures how many failures in a row make the server unhealthy
 * @param initialDelay time after a start during which failures do not count
 */
public record Probe(
    Kind kind,
    String target,
    boolean liveness,
    Duration period,
    Duration timeout,
    int failures,
    Duration initialDelay) {

  /** How it is checked. */
  public enum Kind {
    /** A GET of a URL; a status of 2xx or 3xx is healthy. */
    HTTP("http"),
    /** A TCP connection; healthy once it is accepted. */
    TCP("tcp"),
    /** A shell command; exit code 0 is healthy. */
    EXEC("exec"),
    /** A line of output that holds a text; ready from then on. */
    LOG_LINE("logLine");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /**
     * The constant's form in a definition's JSON.
     *
     * @return {@code http}, {@code tcp}, {@code exec} or {@code logLine}
     */
    public String word() {
      return word;
    }
  }

  /**
   * Checks that no component is null. {@link Definitions} checks their values.
   *
   * @throws NullPointerException if one is
   */
  public Probe {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(target);
    Objects.requireNonNull(period);
    Objects.requireNonNull(timeout);
    Objects.requireNonNull(initialDelay);
  }

  /**
   * Whether {@code target} fits {@code kind}. A definition that release 0.1.0 stored, and that was
   * not changed since, may have one that does not.
   *
   * @return what a target of that kind must be; empty if this one is
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

  /** A probe with the defaults: every 10 s, timeout 3 s, three failures, no delay, liveness. */
  public static Probe of(Kind kind, String target) {
    return new Probe(
        kind, target, true, Duration.ofSeconds(10), Duration.ofSeconds(3), 3, Duration.ZERO);
  }
}
