package innkeeper.host.surface;

import innkeeper.host.bundle.GivenServices;
import innkeeper.host.bundle.Serving;
import innkeeper.host.jar.JarManifest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.osgi.framework.Bundle;

/** One attempt to deploy a jar: checks repeatedly whether its bundle serves. */
final class Attempt {

  /** The time that a jar waits for a package of another jar that was dropped together with it. */
  private static final Duration RESOLVES = Duration.ofSeconds(5);

  /** A component that failed to activate this long ago does not recover by waiting. */
  private static final Duration FAILED = Duration.ofSeconds(1);

  /**
   * The time that services of the previous version may take to appear after everything else is
   * ready.
   */
  private static final Duration SERVICES_COME = Duration.ofSeconds(2);

  private static final Duration TRIED_AGAIN = Duration.ofMillis(500);

  private final Serving serving;
  private final WatchedStarts starts;
  private final Path jar;
  private final JarManifest manifest;
  private final Set<String> ill;
  private final Set<String> required;
  private final boolean patient;
  private final long begun = System.nanoTime();
  private long tried = begun;
  private StartWatch started;

  /** The time at which everything except services was ready; 0 before. */
  private long complete;

  /**
   * @param ill health checks that already failed with the previous version
   * @param required services that the bundle must provide, because the previous version did
   * @param patient whether to wait for another jar that the bundle needs
   */
  Attempt(
      Serving serving,
      WatchedStarts starts,
      Path jar,
      JarManifest manifest,
      Set<String> ill,
      Set<String> required,
      boolean patient,
      StartWatch started) {
    this.serving = serving;
    this.starts = starts;
    this.jar = jar;
    this.manifest = manifest;
    this.ill = ill;
    this.required = required;
    this.patient = patient;
    this.started = started;
  }

  /**
   * The result of one check.
   *
   * @param why why the bundle does not serve; "" if it serves
   * @param hopeless whether to stop waiting, because it is useless or took too long
   */
  record Look(String why, boolean hopeless) {

    boolean serves() {
      return why.isEmpty();
    }
  }

  Look look() {
    boolean resolved = started.bundle().getState() != Bundle.INSTALLED;
    if (!resolved && started.harm().isEmpty()) {
      String missing = serving.missing(started.bundle()).orElse("");
      if (missing.isEmpty() && patient && since(tried).compareTo(TRIED_AGAIN) > 0) {
        tried = System.nanoTime();
        started = starts.start(started.bundle());
      }
      String why = missing.isEmpty() ? started.failure() : missing;
      if (!why.isEmpty()) {
        return new Look(why, !patient || since(begun).compareTo(RESOLVES) > 0);
      }
    }
    if (started.failed()) {
      return new Look(started.why(), true);
    }
    String opened = started.openedSince();
    if (!opened.isEmpty()) {
      return new Look(opened, true);
    }
    String conflicts = serving.conflicts(started.bundle());
    if (!conflicts.isEmpty()) {
      return new Look(conflicts, true);
    }
    String why = serving.look(started.bundle(), ill);
    if (why.isEmpty()) {
      return lookAtServices();
    }
    boolean failed = why.contains(" failed: ") && since(begun).compareTo(FAILED) > 0;
    return new Look(why, failed || since(begun).compareTo(Serving.LIMIT) > 0);
  }

  /**
   * Checks the services of the previous version. A thread of the bundle may register one shortly
   * after the start.
   */
  private Look lookAtServices() {
    Set<String> missing = new TreeSet<>(required);
    missing.removeAll(GivenServices.of(started.bundle()));
    if (missing.isEmpty()) {
      return new Look("", false);
    }
    if (complete == 0) {
      complete = System.nanoTime();
    }
    return new Look(
        ("it does not give %s, which the version before gave; if that is meant: innkeeper install"
                + " FILE.jar --accept-missing")
            .formatted(String.join(", ", missing)),
        since(complete).compareTo(SERVICES_COME) > 0);
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  Path jar() {
    return jar;
  }

  JarManifest manifest() {
    return manifest;
  }

  /** Repairs the damage of this start, after its bundle was uninstalled. */
  void mendAfter() {
    started.mendAfter();
  }
}
