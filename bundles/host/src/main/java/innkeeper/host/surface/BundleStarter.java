package innkeeper.host.surface;

import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.ReplacedVersions;
import innkeeper.host.bundle.ThreadOwners;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/**
 * Starts, stops and takes out bundles, each on a named thread of its own: what hangs in there holds
 * up nobody else for longer than a bound, and is told of.
 */
final class BundleStarter {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  /**
   * Two of ours at once would do harm: the old one's stop is waited for while it has work to end.
   */
  private static final Duration OWN_STOP = Duration.ofSeconds(50);

  private final ThreadOwners culprits;
  private final ReplacedVersions versions;
  private final Map<Thread, Hanging> hanging = new ConcurrentHashMap<>();

  /** One that did not come back in time. */
  record Hanging(Bundle bundle, String name, String what, Instant since) {}

  private interface Step {
    void take() throws BundleException;
  }

  BundleStarter(ThreadOwners culprits, ReplacedVersions versions) {
    this.culprits = culprits;
    this.versions = versions;
  }

  /** Why it did not start in time; "" when it has. */
  String start(Bundle bundle) {
    return run(bundle, versions.group(bundle), "start", bundle::start);
  }

  String stop(Bundle bundle) {
    free(bundle);
    return run(bundle, null, "stop", () -> bundle.stop(Bundle.STOP_TRANSIENT));
  }

  String uninstall(Bundle bundle) {
    free(bundle);
    return run(bundle, null, "uninstall", bundle::uninstall);
  }

  /** A start that hangs holds the bundle's lock. */
  private void free(Bundle bundle) {
    hanging.forEach(
        (thread, hang) -> {
          if (hang.bundle().equals(bundle)) {
            thread.interrupt();
          }
        });
  }

  /**
   * @param group of the thread; null for the caller's
   */
  private String run(Bundle bundle, ThreadGroup group, String what, Step step) {
    String name = bundle.getSymbolicName();
    AtomicReference<String> failure = new AtomicReference<>("");
    Thread thread =
        new Thread(
            group,
            () -> {
              try {
                step.take();
              } catch (BundleException e) {
                failure.set(BundleView.missing(e));
              } catch (RuntimeException | Error e) {
                failure.set(e.toString());
              } finally {
                hanging.remove(Thread.currentThread());
              }
            },
            what + " " + name);
    thread.setDaemon(true);
    Hanging entry = new Hanging(bundle, name, what, Instant.now());
    try {
      thread.start();
    } catch (OutOfMemoryError none) {
      return "the system gives no thread to " + what + " it: " + none.getMessage();
    }
    try {
      boolean own = name.startsWith("innkeeper.") && !what.equals("start");
      thread.join((own ? OWN_STOP : LIMIT).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!thread.isAlive()) {
      return failure.get();
    }
    hanging.put(thread, entry);
    if (!thread.isAlive()) {
      hanging.remove(thread);
    }
    return "hangs in " + what + ", at " + culprits.place(bundle, thread.getStackTrace());
  }

  /** What hangs now, one line each. */
  java.util.List<String> told() {
    return hanging.entrySet().stream()
        .map(
            e ->
                e.getValue().name()
                    + " hangs in "
                    + e.getValue().what()
                    + " since "
                    + innkeeper.api.health.Times.iso(e.getValue().since())
                    + ", at "
                    + culprits.place(e.getValue().bundle(), e.getKey().getStackTrace()))
        .toList();
  }
}
