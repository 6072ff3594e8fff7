package innkeeper.host.http;

import innkeeper.api.thread.WatchedScheduler;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes requests while the page's own servlets are away, which it ranks below, and sends them on to
 * whoever comes; bounded in time and number, then 503. Never touches parameters, so bodies stay
 * whole.
 */
@Component(
    service = Servlet.class,
    property = {
      Constants.SERVICE_RANKING + ":Integer=-1000000",
      "osgi.http.whiteboard.servlet.pattern=/*",
      "osgi.http.whiteboard.servlet.name=swap-gate",
      "osgi.http.whiteboard.servlet.asyncSupported=true"
    })
public final class SwapGate extends HttpServlet implements SynchronousBundleListener {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(SwapGate.class);
  private static final long HOLD_MILLIS = 10_000;
  private static final long AGAIN_MILLIS = 50;
  private static final String UNTIL = SwapGate.class.getName();
  private static final int MOST_HELD = 256;

  /** Guards itself. */
  private final transient ArrayDeque<AsyncContext> held = new ArrayDeque<>();

  /** Guarded by {@link #held}: nobody is held any more, the host goes down. */
  private boolean closed;

  /**
   * Guarded by {@link #held}: servlets there are in our place. While there is one, whoever comes
   * here all the same was faster than the whiteboard, which learns of a servlet from the same event
   * as we do.
   */
  private int present;

  private final transient WatchedScheduler again = new WatchedScheduler("swap-gate", 1, 128 * 1024);

  private final transient BundleContext context;

  @Activate
  public SwapGate(BundleContext context) {
    this.context = context;
    context.addBundleListener(this);
  }

  @Deactivate
  void stop() {
    context.removeBundleListener(this);
    close();
    again.shutdownNow();
  }

  /** The framework stops Jetty before this bundle, and Jetty waits for every request. */
  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getBundle().getBundleId() == 0 && event.getType() == BundleEvent.STOPPING) {
      close();
    }
  }

  private void close() {
    List<AsyncContext> waiting;
    synchronized (held) {
      closed = true;
      waiting = new ArrayList<>(held);
      held.clear();
    }
    for (AsyncContext request : waiting) {
      try {
        away((HttpServletResponse) request.getResponse());
        request.complete();
      } catch (IOException | IllegalStateException e) {
        LOG.debug("held request was gone before it could be answered", e);
      }
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    long left = left(request);
    synchronized (held) {
      if (!closed && left > 0 && held.size() < MOST_HELD) {
        AsyncContext waiting = request.startAsync();
        waiting.setTimeout(left);
        waiting.addListener(new Release(waiting));
        held.add(waiting);
        if (present > 0) {
          again.schedule(this::sendAllOn, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
        return;
      }
    }
    away(response);
  }

  /** Milliseconds, of all that a request may wait however often it comes by. */
  private static long left(HttpServletRequest request) {
    long now = System.nanoTime();
    if (!(request.getAttribute(UNTIL) instanceof Long)) {
      request.setAttribute(UNTIL, now + HOLD_MILLIS * 1_000_000);
    }
    return ((Long) request.getAttribute(UNTIL) - now) / 1_000_000;
  }

  /** A servlet that may answer has come: everything held is tried again. */
  @Reference(
      service = Servlet.class,
      target =
          "(&(osgi.http.whiteboard.servlet.pattern=/\\*)(!(osgi.http.whiteboard.servlet.name=swap-gate)))",
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void addServlet(ServiceReference<Servlet> servlet) {
    int waiting;
    synchronized (held) {
      present++;
      waiting = held.size();
    }
    if (waiting > 0) {
      LOG.info("held requests are sent on count={}", waiting);
      again.execute(this::sendAllOn);
    }
  }

  void removeServlet(ServiceReference<Servlet> servlet) {
    synchronized (held) {
      present--;
    }
    LOG.debug("servlet left {}", servlet);
  }

  private void sendAllOn() {
    List<AsyncContext> waiting;
    synchronized (held) {
      waiting = new ArrayList<>(held);
      held.clear();
    }
    waiting.forEach(SwapGate::sendOn);
  }

  private static void sendOn(AsyncContext request) {
    try {
      request.dispatch();
    } catch (IllegalStateException e) {
      LOG.debug("held request was gone before it could be sent on", e);
    }
  }

  private static void away(HttpServletResponse response) throws IOException {
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

    private void forget() {
      synchronized (held) {
        held.remove(request);
      }
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
      forget();
      away((HttpServletResponse) request.getResponse());
      request.complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {
      forget();
    }

    @Override
    public void onError(AsyncEvent event) {
      forget();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // Dispatched to a servlet that waits on its own account.
    }
  }
}
