package innkeeper.host.bundle;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Decides whether a started bundle serves: its components are satisfied and its own health checks
 * pass.
 */
public final class Serving implements AutoCloseable {

  public static final Duration LIMIT = Duration.ofSeconds(15);

  /** A component that failed to activate this long ago does not recover by waiting. */
  private static final Duration FAILED = Duration.ofSeconds(1);

  private static final long CHECK_SECONDS = 3;

  private final BundleContext context;
  private final BundleView view;
  private final ExecutorService checks =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "surface-check");
            thread.setDaemon(true);
            return thread;
          });

  public Serving(BundleContext context, BundleView view) {
    this.context = context;
    this.view = view;
  }

  /** Returns whether the bundle serves now, regardless of its health checks. */
  public boolean serves(Bundle bundle) {
    return bundle.getState() == Bundle.ACTIVE && view.why(bundle).isEmpty();
  }

  /**
   * Waits until the bundle's components are active, without its health checks. While the host
   * starts, a failing check says more about the host than about the bundle.
   *
   * @param end the deadline, in {@link System#nanoTime()}
   * @return why the components are not active; "" if they are
   */
  public String awaitComponents(Bundle bundle, long end) {
    long begun = System.nanoTime();
    String why = view.why(bundle);
    while (!why.isEmpty()) {
      long now = System.nanoTime();
      boolean hopeless = why.contains(" failed: ") && now - begun > FAILED.toNanos();
      if (hopeless || now > end || !conflicts(bundle).isEmpty()) {
        return why;
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "interrupted";
      }
      why = view.why(bundle);
    }
    return "";
  }

  /** Returns why services of a bundle are not used; "" if all may be. */
  public String conflicts(Bundle bundle) {
    return view.conflicts(bundle);
  }

  /**
   * Returns the requirements that keep the bundle from being resolved; empty if the framework
   * cannot name them.
   */
  public Optional<String> missing(Bundle bundle) {
    return view.missing(bundle);
  }

  /**
   * Checks the bundle once, without waiting for its components.
   *
   * @param before the checks that already failed with the previous version; they are ignored
   * @return why it does not serve now; "" if it serves
   */
  public String look(Bundle bundle, Set<String> before) {
    String why = view.why(bundle);
    if (!why.isEmpty()) {
      return why;
    }
    Map<String, String> failing = failing(bundle);
    failing.keySet().removeAll(before);
    return failing.isEmpty() ? "" : "Its health check fails: " + failing;
  }

  /** Returns the names of the health checks that fail now in the active bundle of this name. */
  public Set<String> ill(String name) {
    return active(name)
        .flatMap(bundle -> failing(bundle).keySet().stream())
        .collect(Collectors.toSet());
  }

  /** Returns the services that the active bundle of this name provides to other bundles. */
  public Set<String> given(String name) {
    return active(name)
        .flatMap(bundle -> GivenServices.of(bundle).stream())
        .collect(Collectors.toSet());
  }

  private Stream<Bundle> active(String name) {
    return BundleView.versions(context, name).stream()
        .filter(bundle -> bundle.getState() == Bundle.ACTIVE);
  }

  private Map<String, String> failing(Bundle bundle) {
    Map<String, String> failing = new TreeMap<>();
    for (ServiceReference<?> reference : GivenServices.all(bundle)) {
      Object service = context.getService(reference);
      if (service instanceof HealthCheck check) {
        String why = ask(check);
        if (!why.isEmpty()) {
          failing.put(String.valueOf(reference.getProperty("hc.name")), why);
        }
      }
      if (service != null) {
        context.ungetService(reference);
      }
    }
    return failing;
  }

  private String ask(HealthCheck check) {
    Future<Result> asked = checks.submit(check::execute);
    try {
      Result result = asked.get(CHECK_SECONDS, TimeUnit.SECONDS);
      Result.Status status = result.getStatus();
      boolean fails =
          status == Result.Status.CRITICAL || status == Result.Status.HEALTH_CHECK_ERROR;
      return fails ? result.iterator().next().getMessage() : "";
    } catch (TimeoutException e) {
      asked.cancel(true);
      return "it has not answered within " + CHECK_SECONDS + " s";
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause());
    } catch (InterruptedException e) {
      asked.cancel(true);
      Thread.currentThread().interrupt();
      return "the check was interrupted";
    }
  }

  @Override
  public void close() {
    checks.shutdownNow();
  }
}
