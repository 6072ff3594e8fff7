package innkeeper.host.http;

import innkeeper.api.thread.WatchedScheduler;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests whose service is away wait here, on no thread, and are then dispatched anew; bounded in
 * time and number. Never touches parameters, so bodies stay whole.
 *
 * <p>The guard leaves it in each request's attribute {@link #ATTRIBUTE}: servlets of other bundles
 * park their requests with it, too.
 */
@Component(service = ParkedRequests.class)
public final class ParkedRequests
    implements BiPredicate<HttpServletRequest, Duration>, SynchronousBundleListener {

  /** A {@code BiPredicate<HttpServletRequest, Duration>}: see {@link #test}. */
  static final String ATTRIBUTE = "innkeeper.http.park";

  private static final Logger LOG = LoggerFactory.getLogger(ParkedRequests.class);
  private static final String UNTIL = ParkedRequests.class.getName();
  private static final int MOST = 256;
  private static final long AGAIN_MILLIS = 25;

  /** Guards itself and {@link #closed}. */
  private final Set<AsyncContext> parked = new LinkedHashSet<>();

  /** Nobody is parked any more, the host goes down. */
  private boolean closed;

  private final WatchedScheduler timer = new WatchedScheduler("parked-requests", 1, 128 * 1024);
  private final BundleContext context;

  @Activate
  public ParkedRequests(BundleContext context) {
    this.context = context;
    context.addBundleListener(this);
  }

  @Deactivate
  void stop() {
    context.removeBundleListener(this);
    close();
    timer.shutdownNow();
  }

  /** The framework stops Jetty before this bundle, and Jetty waits for every request. */
  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getBundle().getBundleId() == 0 && event.getType() == BundleEvent.STOPPING) {
      close();
    }
  }

  /**
   * Parks a request that has no answer yet, and dispatches it anew in a moment.
   *
   * @param longest how long it may be parked in all, from the first time on
   * @return false where its time is up or too many are parked: answer it now
   */
  @Override
  public boolean test(HttpServletRequest request, Duration longest) {
    return park(request, longest, () -> true);
  }

  /**
   * @param again whether to dispatch it in a moment, and not only with {@link #sendAllOn}; asked
   *     under a lock that {@link #sendAllOn} takes as well
   */
  boolean park(HttpServletRequest request, Duration longest, BooleanSupplier again) {
    long left = left(request, longest);
    synchronized (parked) {
      if (closed || left <= 0 || parked.size() >= MOST || !request.isAsyncSupported()) {
        return false;
      }
      AsyncContext waiting = request.startAsync();
      // Jetty's own timeout would answer 500 where it comes while this one is sent on.
      waiting.setTimeout(0);
      waiting.addListener(new Release(waiting));
      parked.add(waiting);
      long pause = again.getAsBoolean() ? Math.min(AGAIN_MILLIS, left) : left;
      timer.schedule(() -> sendOn(waiting), pause, TimeUnit.MILLISECONDS);
      return true;
    }
  }

  /** Milliseconds, of all that a request may wait however often it comes by. */
  private static long left(HttpServletRequest request, Duration longest) {
    long now = System.nanoTime();
    if (!(request.getAttribute(UNTIL) instanceof Long)) {
      request.setAttribute(UNTIL, now + longest.toNanos());
    }
    return ((Long) request.getAttribute(UNTIL) - now) / 1_000_000;
  }

  /** Who may answer them has come. */
  void sendAllOn() {
    List<AsyncContext> waiting = all();
    if (!waiting.isEmpty()) {
      LOG.info("held requests are sent on count={}", waiting.size());
      timer.execute(() -> waiting.forEach(this::sendOn));
    }
  }

  private void sendOn(AsyncContext request) {
    if (forget(request)) {
      try {
        request.dispatch();
      } catch (IllegalStateException e) {
        LOG.debug("held request was gone before it could be sent on", e);
      }
    }
  }

  private void close() {
    synchronized (parked) {
      closed = true;
    }
    for (AsyncContext request : all()) {
      try {
        if (forget(request)) {
          away((HttpServletResponse) request.getResponse());
          request.complete();
        }
      } catch (IOException | IllegalStateException e) {
        LOG.debug("held request was gone before it could be answered", e);
      }
    }
  }

  private List<AsyncContext> all() {
    synchronized (parked) {
      return new ArrayList<>(parked);
    }
  }

  /** Whoever takes it out answers it or sends it on. */
  private boolean forget(AsyncContext request) {
    synchronized (parked) {
      return parked.remove(request);
    }
  }

  static void away(HttpServletResponse response) throws IOException {
    response.setHeader("Retry-After", "1");
    RequestGuard.Problem.send(
        response,
        503,
        "Surface away",
        "surface away",
        "The page's surface is being replaced or not installed; try again in a second.");
  }

  private final class Release implements AsyncListener {

    private final AsyncContext request;

    Release(AsyncContext request) {
      this.request = request;
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // It has none: the timer sends it on.
    }

    @Override
    public void onComplete(AsyncEvent event) {
      forget(request);
    }

    @Override
    public void onError(AsyncEvent event) {
      forget(request);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // Dispatched to a servlet that waits on its own account.
    }
  }
}
