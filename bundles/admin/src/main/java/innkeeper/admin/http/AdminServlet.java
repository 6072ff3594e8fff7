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

/** The one servlet: every path goes through the route table, every failure becomes a problem. */
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

  /** Ends what waits, then lets what is being answered be answered. */
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
        return; // refused because it was leaving; nothing was done
      }
      LOG.warn("database refused path={} reason={}", path, e.getMessage());
      Exchange.problem(
          request,
          response,
          new Problem(
              Problem.Kind.STORE_FAILED,
              "The database could not be read or written: " + e.getMessage()));
    } catch (ServiceAwayException e) {
      // It was going when it was asked, and has done nothing.
      if (!park(request)) {
        Exchange.problem(request, response, new Problem(Problem.Kind.SURFACE_AWAY, e.getMessage()));
      }
    } catch (RuntimeException | IOException e) {
      failed(request, response, now, e);
    }
  }

  /** A service that is being replaced may throw anything: that is no fault of this host. */
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

  /** By the host, which asks again in a moment; false where it has waited long enough. */
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
   * Decoded and canonical. At the root, whiteboards differ in what they call the servlet's path.
   */
  static String path(HttpServletRequest request) {
    if (request.getRequestURI().equals("/")) {
      return "/";
    }
    String inner = request.getPathInfo();
    return request.getServletPath() + (inner == null ? "" : inner);
  }
}
