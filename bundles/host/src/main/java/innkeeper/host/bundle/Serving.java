package innkeeper.host.bundle;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Whether a bundle that was started has come to serve: components satisfied, its own checks well.
 */
public final class Serving implements AutoCloseable {

  public static final Duration LIMIT = Duration.ofSeconds(15);

  /** A component that failed to activate does not come by waiting. */
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

  /** Whether it serves now, whatever its checks say. */
  public boolean serves(Bundle bundle) {
    return bundle.getState() == Bundle.ACTIVE && view.why(bundle).isEmpty();
  }

  /**
   * Components alone: with the host's start, a check that fails says more of the host than of it.
   *
   * @param end of the patience, in {@link System#nanoTime()}
   */
  public String awaitComponents(Bundle bundle, long end) {
    return await(bundle, end);
  }

  /** Returns why services of a bundle are not used; "" if all may be. */
  public String conflicts(Bundle bundle) {
    return view.conflicts(bundle);
  }

  /** What it misses to be resolved, if the framework can tell. */
  public Optional<String> missing(Bundle bundle) {
    return view.missing(bundle);
  }

  private String await(Bundle bundle, long end) {
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

  /**
   * @param before checks that failed already, with the version before
   * @return why it does not serve now; "" when it does
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

  /** Names of the checks that fail now with whatever serves under that name. */
  public Set<String> ill(String name) {
    Set<String> ill = new TreeSet<>();
    for (Bundle bundle : context.getBundles()) {
      if (name.equals(bundle.getSymbolicName()) && bundle.getState() == Bundle.ACTIVE) {
        ill.addAll(failing(bundle).keySet());
      }
    }
    return ill;
  }

  /** Returns the services that whatever is active under that name gives to other bundles. */
  public Set<String> given(String name) {
    Set<String> given = new TreeSet<>();
    for (Bundle bundle : context.getBundles()) {
      if (name.equals(bundle.getSymbolicName()) && bundle.getState() == Bundle.ACTIVE) {
        given.addAll(GivenServices.of(bundle));
      }
    }
    return given;
  }

  private Map<String, String> failing(Bundle bundle) {
    Map<String, String> failing = new TreeMap<>();
    ServiceReference<?>[] services = bundle.getRegisteredServices();
    if (services == null) {
      return failing;
    }
    for (ServiceReference<?> reference : services) {
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
      Thread.currentThread().interrupt();
      return "";
    }
  }

  @Override
  public void close() {
    checks.shutdownNow();
  }
}
