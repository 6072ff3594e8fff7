package innkeeper.api.project;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A check of a server's health, with the terms of Kubernetes' probes. Immutable.
 *
 * @param target a URL for HTTP (2xx and 3xx are healthy), {@code PORT} or {@code HOST:PORT} on this
 *     machine for TCP, a shell command for EXEC (status 0 is healthy), a text for LOG_LINE (ready
 *     once a line of output contains it)
 * @param liveness whether an unhealthy server is restarted; otherwise its health is only displayed
 * @param period time between two checks
 * @param timeout the time limit of one check
 * @param failures the number of consecutive failures after which the server is unhealthy
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

  /** The kind of check. */
  public enum Kind {
    /** A GET of a URL; a status of 2xx or 3xx is healthy. */
    HTTP("http"),
    /** A TCP connection; healthy once it is accepted. */
    TCP("tcp"),
    /** A shell command; exit code 0 is healthy. */
    EXEC("exec"),
    /** A line of output that contains a text; the server is ready from then on. */
    LOG_LINE("logLine");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /**
     * Returns the constant's form in a definition's JSON.
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
   * @throws NullPointerException if a component is null
   */
  public Probe {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(target);
    Objects.requireNonNull(period);
    Objects.requireNonNull(timeout);
    Objects.requireNonNull(initialDelay);
  }

  /**
   * Checks whether {@code target} fits {@code kind}. A definition that release 0.1.0 stored, and
   * that was not changed since, may have a target that does not fit.
   *
   * @return the allowed form of a target of that kind; empty if the target fits
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

  /** Returns whether a URL has a host and a valid port; HTTP has a default port. */
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
      // A malformed URL is not reachable, so the answer is false.
      return false;
    }
  }

  /**
   * Returns a probe with the defaults: every 10 s, timeout 3 s, three failures, no delay, liveness.
   * It does not check the target.
   */
  public static Probe of(Kind kind, String target) {
    return new Probe(
        kind, target, true, Duration.ofSeconds(10), Duration.ofSeconds(3), 3, Duration.ZERO);
  }
}
