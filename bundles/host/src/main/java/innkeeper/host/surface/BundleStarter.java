package innkeeper.host.surface;

import innkeeper.common.time.IsoTime;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.ReplacedVersions;
import innkeeper.host.bundle.ThreadOwners;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/**
 * Starts, stops and uninstalls bundles, each step on a named thread of its own. A bundle that hangs
 * in a step delays the others only for a limited time, and is reported.
 */
final class BundleStarter {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  /**
   * The limit for stop and uninstall of one of our bundles. Two active versions would do harm, so
   * the old one gets time to finish its work.
   */
  private static final Duration OWN_STOP = Duration.ofSeconds(50);

  private final ThreadOwners culprits;
  private final ReplacedVersions versions;
  private final Map<Thread, Hanging> hanging = new ConcurrentHashMap<>();

  /** A step that did not return in time. */
  private record Hanging(Bundle bundle, String name, String what, Instant since) {

    String words(ThreadOwners owners, Thread thread, String time) {
      String place = owners.place(bundle, thread.getStackTrace());
      return "hangs in %s%s, at %s".formatted(what, time, place);
    }
  }

  private interface Step {
    void take() throws BundleException;
  }

  BundleStarter(ThreadOwners culprits, ReplacedVersions versions) {
    this.culprits = culprits;
    this.versions = versions;
  }

  /**
   * Starts a bundle.
   *
   * @return why it did not start in time; "" if it started
   */
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

  /**
   * Interrupts the hanging steps of this bundle, because a hanging start holds the bundle's lock.
   */
  private void free(Bundle bundle) {
    hanging.forEach(
        (thread, hang) -> {
          if (hang.bundle().equals(bundle)) {
            thread.interrupt();
          }
        });
  }

  /**
   * @param group the group of the new thread; null for the caller's group
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
    return entry.words(culprits, thread, "");
  }

  /** Returns one line for each step that hangs now. */
  List<String> told() {
    List<String> lines = new ArrayList<>();
    hanging.forEach(
        (thread, step) ->
            lines.add(
                step.name()
                    + " "
                    + step.words(culprits, thread, " since " + IsoTime.text(step.since()))));
    return lines;
  }
}
