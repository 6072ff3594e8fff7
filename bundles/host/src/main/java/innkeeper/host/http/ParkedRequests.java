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
 * Holds requests whose service is away, without a thread, and dispatches them again later. Time and
 * number are limited. This class never reads parameters, so the bodies stay unread.
 *
 * <p>The guard puts this object into the attribute {@link #ATTRIBUTE} of each request, so servlets
 * of other bundles can park their requests too.
 */
@Component(service = ParkedRequests.class)
public final class ParkedRequests
    implements BiPredicate<HttpServletRequest, Duration>, SynchronousBundleListener {

  /**
   * The attribute that holds a {@code BiPredicate<HttpServletRequest, Duration>}: see {@link
   * #test}.
   */
  static final String ATTRIBUTE = "innkeeper.http.park";

  private static final Logger LOG = LoggerFactory.getLogger(ParkedRequests.class);
  private static final String UNTIL = ParkedRequests.class.getName();
  private static final int MOST = 256;
  private static final long AGAIN_MILLIS = 25;

  /** The parked requests; this object is also the lock for itself and {@link #closed}. */
  private final Set<AsyncContext> parked = new LinkedHashSet<>();

  /** True once the host stops: no request is parked any more. */
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

  /**
   * Answers all parked requests when the framework stops. The framework stops Jetty before this
   * bundle, and Jetty waits for every request.
   */
  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getBundle().getBundleId() == 0 && event.getType() == BundleEvent.STOPPING) {
      close();
    }
  }

  /**
   * Parks a request that has no answer yet, and dispatches it again in a moment.
   *
   * @param longest the total time that it may be parked, counted from the first time
   * @return false if its time is over or too many are parked; the caller must answer it now
   */
  @Override
  public boolean test(HttpServletRequest request, Duration longest) {
    return park(request, longest, () -> true);
  }

  /**
   * Parks a request.
   *
   * @param again returns whether to dispatch it in a moment; otherwise it waits for {@link
   *     #sendAllOn}. Called under a lock that {@link #sendAllOn} takes as well
   * @return false if the request could not be parked
   */
  boolean park(HttpServletRequest request, Duration longest, BooleanSupplier again) {
    long left = left(request, longest);
    synchronized (parked) {
      if (closed || left <= 0 || parked.size() >= MOST || !request.isAsyncSupported()) {
        return false;
      }
      AsyncContext waiting = request.startAsync();
      // Jetty's own timeout would answer 500 if it fired during the dispatch.
      waiting.setTimeout(0);
      waiting.addListener(new Release(waiting));
      parked.add(waiting);
      long pause = again.getAsBoolean() ? Math.min(AGAIN_MILLIS, left) : left;
      timer.schedule(() -> sendOn(waiting), pause, TimeUnit.MILLISECONDS);
      return true;
    }
  }

  /** Returns the milliseconds that the request may still wait, over all its visits. */
  private static long left(HttpServletRequest request, Duration longest) {
    long now = System.nanoTime();
    if (!(request.getAttribute(UNTIL) instanceof Long)) {
      request.setAttribute(UNTIL, now + longest.toNanos());
    }
    return ((Long) request.getAttribute(UNTIL) - now) / 1_000_000;
  }

  /** Dispatches all parked requests, because a servlet that can answer them was registered. */
  void sendAllOn() {
    List<AsyncContext> waiting = all();
    if (!waiting.isEmpty()) {
      LOG.info("parked requests are dispatched count={}", waiting.size());
      timer.execute(() -> waiting.forEach(this::sendOn));
    }
  }

  private void sendOn(AsyncContext request) {
    if (forget(request)) {
      try {
        request.dispatch();
      } catch (IllegalStateException e) {
        LOG.debug("parked request ended before it was dispatched", e);
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
        LOG.debug("parked request ended before it was answered", e);
      }
    }
  }

  private List<AsyncContext> all() {
    synchronized (parked) {
      return new ArrayList<>(parked);
    }
  }

  /** Takes a request out of the set. The caller that gets true must answer or dispatch it. */
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
        "The bundle of the page is being replaced or is not installed; try again in a second.");
  }

  private final class Release implements AsyncListener {

    private final AsyncContext request;

    Release(AsyncContext request) {
      this.request = request;
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // No timeout is set: the timer dispatches the request.
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
      // The request was dispatched to a servlet that started its own asynchronous wait.
    }
  }
}
