package innkeeper.host.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * A servlet of the lowest rank that takes requests while the page's own servlets are away. It parks
 * them until such a servlet is registered.
 */
@Component(
    service = Servlet.class,
    property = {
      Constants.SERVICE_RANKING + ":Integer=-1000000",
      "osgi.http.whiteboard.servlet.pattern=/*",
      "osgi.http.whiteboard.servlet.name=swap-gate",
      "osgi.http.whiteboard.servlet.asyncSupported=true"
    })
public final class SwapGate extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /**
   * The number of registered servlets that replace this one. If it is above 0, a request that still
   * arrives here was faster than the whiteboard. The whiteboard learns of a new servlet from the
   * same event as this class.
   */
  private final AtomicInteger present = new AtomicInteger();

  private final transient ParkedRequests parked;

  @Activate
  public SwapGate(@Reference ParkedRequests parked) {
    this.parked = parked;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!parked.park(request, LONGEST, () -> present.get() > 0)) {
      ParkedRequests.away(response);
    }
  }

  /** Counts a new servlet that may answer, and dispatches all parked requests again. */
  @Reference(
      service = Servlet.class,
      target =
          "(&(osgi.http.whiteboard.servlet.pattern=/\\*)(!(osgi.http.whiteboard.servlet.name=swap-gate)))",
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void addServlet(ServiceReference<Servlet> servlet) {
    present.incrementAndGet();
    parked.sendAllOn();
  }

  void removeServlet(ServiceReference<Servlet> servlet) {
    present.decrementAndGet();
  }
}
