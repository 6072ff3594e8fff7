package innkeeper.admin.http;

import innkeeper.admin.http.ClientOutput.ClientLeftException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only servlet: it serves every path from the route table and answers every failure as a
 * problem.
 */
public final class AdminServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(AdminServlet.class);

  private final transient Supplier<ServiceSnapshot> services;
  private final transient RouteTable router;
  private final transient InFlight inFlight;
  private final transient LoopbackPeer peer = new LoopbackPeer();
  private final Duration patience;

  public AdminServlet(
      Supplier<ServiceSnapshot> services, RouteTable router, InFlight inFlight, Duration patience) {
    this.services = services;
    this.router = router;
    this.inFlight = inFlight;
    this.patience = patience;
  }

  @Override
  public void init() {
    inFlight.open();
  }

  /** Ends the waiting requests early, then waits for those that are being answered. */
  @Override
  public void destroy() {
    inFlight.drain();
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    inFlight.enter();
    try {
      answer(request, response);
    } catch (ClientLeftException e) {
      LOG.debug("client left before its answer ended path={}", path(request), e);
    } finally {
      inFlight.leave();
    }
  }

  private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
    ServiceSnapshot now = services.get();
    String path = path(request);
    try {
      if (path.startsWith("/api")) {
        response.setHeader("Cache-Control", "no-store");
      }
      RouteTable.Match match = match(request.getMethod(), path, response);
      if (match == null) {
        response.setStatus(204);
      } else if (Body.ready(request)) {
        Query query = new Query(request.getQueryString());
        match
            .route()
            .endpoint()
            .serve(new Exchange(request, response, now, match.id(), query, inFlight, peer));
      }
    } catch (ClientLeftException e) {
      throw e;
    } catch (RuntimeException | IOException e) {
      refuse(request, response, e, !services.get().equals(now));
    }
  }

  /**
   * Answers an exception. A service that is being replaced may throw any exception; this is not a
   * fault of the host.
   *
   * @param changed whether a service has come or gone since the request began
   */
  private void refuse(
      HttpServletRequest request, HttpServletResponse response, Exception e, boolean changed)
      throws IOException {
    Problem problem = Problem.of(e).orElse(null);
    if (problem == null) {
      failed(request, response, e, changed);
      return;
    }
    // A service that stopped has done nothing, and a database that stopped has refused.
    boolean failing = problem.kind() == Problem.Kind.STORE_FAILED;
    boolean away = problem.kind() == Problem.Kind.SURFACE_AWAY || failing && changed;
    if (away && park(request)) {
      return;
    }
    if (failing) {
      LOG.warn("database refused path={} reason={}", path(request), e.getMessage());
    }
    Exchange.problem(request, response, problem);
  }

  private void failed(
      HttpServletRequest request, HttpServletResponse response, Exception e, boolean changed)
      throws IOException {
    if (response.isCommitted()) {
      throw new IOException("answer broke off: " + path(request), e);
    }
    if (changed) {
      LOG.debug("surface left while it was asked path={}", path(request), e);
      boolean harmless = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
      if (!harmless || !park(request)) {
        Exchange.problem(request, response, Problem.away("asked"));
      }
      return;
    }
    LOG.error("request failed method={} path={}", request.getMethod(), path(request), e);
    Exchange.problem(request, response, Problem.failed());
  }

  /**
   * Asks the host to hold the request and to dispatch it again in a moment. Returns false if the
   * request has waited for its full patience.
   */
  @SuppressWarnings("unchecked")
  private boolean park(HttpServletRequest request) {
    Object host = request.getAttribute("innkeeper.http.park");
    return host != null
        && ((BiPredicate<HttpServletRequest, Duration>) host).test(request, patience);
  }

  /**
   * Finds the route of a request. If the path has no route with this method, it sets the Allow
   * header.
   *
   * @return null for the method OPTIONS, which the header answers
   * @throws Problem if no route has this path, or none with this path takes the method
   */
  private RouteTable.Match match(String method, String path, HttpServletResponse response) {
    List<RouteTable.Match> matches = router.at(path);
    String wanted = method.equals("HEAD") ? "GET" : method;
    for (RouteTable.Match match : matches) {
      if (match.route().method().equals(wanted)) {
        return match;
      }
    }
    String allow = RouteTable.allow(matches);
    response.setHeader("Allow", allow);
    if (method.equals("OPTIONS")) {
      return null;
    }
    String name = method.matches("[A-Z]{1,20}") ? method : "that method";
    throw new Problem(
        Problem.Kind.METHOD_NOT_ALLOWED, "This path takes " + allow + ", not " + name + ".");
  }

  /**
   * Returns the decoded, canonical path. The root is a special case, because whiteboards differ in
   * the servlet path that they report for it.
   */
  static String path(HttpServletRequest request) {
    if (request.getRequestURI().equals("/")) {
      return "/";
    }
    String inner = request.getPathInfo();
    return request.getServletPath() + (inner == null ? "" : inner);
  }
}
