package innkeeper.admin.http;

import innkeeper.api.log.UnreadableLogException;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
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
      if (request.getMethod().equals("OPTIONS")) {
        options(path, response);
        return;
      }
      RouteTable.Match match = router.find(request.getMethod(), path);
      if (Body.ready(request)) {
        match.route().endpoint().serve(new Exchange(request, response, now, match.id()));
      }
    } catch (Problem e) {
      if (e.kind() != Problem.Kind.SURFACE_AWAY || !park(request)) {
        Exchange.problem(request, response, e);
      }
      if (e.kind() == Problem.Kind.TOO_LARGE) {
        LingeringClose.over(request, response);
      }
    } catch (UnreadableLogException e) {
      Exchange.problem(request, response, new Problem(Problem.Kind.LOG_UNREADABLE, e.getMessage()));
    } catch (ClientLeftException e) {
      throw e;
    } catch (UnknownProjectException e) {
      Exchange.problem(
          request,
          response,
          new Problem(Problem.Kind.UNKNOWN_PROJECT, "No project has this id or name."));
    } catch (StateConflictException e) {
      Exchange.problem(request, response, new Problem(Problem.Kind.STATE_CONFLICT, e.getMessage()));
    } catch (StoreException e) {
      if (!services.get().equals(now) && park(request)) {
        return; // the store refused because it was stopping; it has done nothing
      }
      LOG.warn("database refused path={} reason={}", path, e.getMessage());
      Exchange.problem(
          request,
          response,
          new Problem(
              Problem.Kind.STORE_FAILED,
              "The database could not be read or written: " + e.getMessage()));
    } catch (ServiceAwayException e) {
      // The service stopped during the call and has done nothing.
      if (!park(request)) {
        Exchange.problem(request, response, new Problem(Problem.Kind.SURFACE_AWAY, e.getMessage()));
      }
    } catch (RuntimeException | IOException e) {
      failed(request, response, now, e);
    }
  }

  /**
   * Answers an unexpected failure. A service that is being replaced may throw any exception; this
   * is not a fault of the host.
   */
  private void failed(
      HttpServletRequest request, HttpServletResponse response, ServiceSnapshot then, Exception e)
      throws IOException {
    if (response.isCommitted()) {
      throw new IOException("answer broke off: " + path(request), e);
    }
    if (!services.get().equals(then)) {
      LOG.debug("surface left while it was asked path={}", path(request), e);
      boolean harmless = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
      if (!harmless || !park(request)) {
        Exchange.problem(request, response, Problem.away("asked"));
      }
      return;
    }
    LOG.error("request failed method={} path={}", request.getMethod(), path(request), e);
    Exchange.problem(
        request,
        response,
        new Problem(Problem.Kind.FAILED, "The host failed to answer; its log says why."));
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

  private void options(String path, HttpServletResponse response) {
    String allow =
        router
            .allow(path)
            .orElseThrow(() -> new Problem(Problem.Kind.UNKNOWN_PATH, "Nothing is served here."));
    response.setHeader("Allow", allow);
    response.setStatus(204);
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
