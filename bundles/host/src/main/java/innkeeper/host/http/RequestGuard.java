package innkeeper.host.http;

import innkeeper.api.audit.AuditLog;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.servlet.whiteboard.Preprocessor;

/**
 * Runs before every servlet and filter, including those of third parties: sets the headers and asks
 * the {@link RequestPolicy}. It is a Preprocessor because a Filter is skipped if no servlet
 * matches. It is the only Preprocessor, because the {@code WhiteboardHook} hides those of other
 * bundles. It runs again when a parked request is dispatched, so it changes only headers and the
 * attribute for parking.
 */
@Component(immediate = true, property = Constants.SERVICE_RANKING + ":Integer=2147483647")
public final class RequestGuard implements Preprocessor {

  private final RefusalRecord refusals = new RefusalRecord();
  private final ParkedRequests parked;

  @Activate
  public RequestGuard(@Reference ParkedRequests parked) {
    this.parked = parked;
  }

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void setAudit(AuditLog audit) {
    refusals.to(audit);
  }

  /** Writes the remaining counts; the store still accepts entries during this call. */
  void unsetAudit(AuditLog audit) {
    refusals.leaves(audit);
  }

  @Deactivate
  void stop() {
    refusals.close();
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!(request instanceof HttpServletRequest http)
        || !(response instanceof HttpServletResponse answer)) {
      return;
    }
    SecurityHeaders.set(answer);
    Optional<RequestPolicy.Refusal> refusal =
        RequestPolicy.refuse(
            http.getMethod(),
            list(http.getHeaders("Host")),
            list(http.getHeaders("Origin")),
            http.getHeader("Sec-Fetch-Site"),
            http.getHeader("Sec-Fetch-Mode"),
            http.getHeader("Sec-Fetch-Dest"));
    if (refusal.isEmpty()) {
      request.setAttribute(ParkedRequests.ATTRIBUTE, parked);
      ErrorPages guarded = new ErrorPages(http, answer);
      chain.doFilter(request, guarded);
      guarded.askAgainIfMissed();
      return;
    }
    refusals.add(refusal.get().rule());
    byte[] body = Problem.body(403, "Not allowed", refusal.get().rule(), refusal.get().detail());
    Problem.send(answer, 403, body);
  }

  private static List<String> list(Enumeration<String> values) {
    return values == null ? List.of() : new ArrayList<>(Collections.list(values));
  }

  /**
   * Writes RFC 9457 problem documents by hand. All texts are constants, and no part comes from the
   * request.
   */
  static final class Problem {

    private Problem() {}

    /** Returns a document whose error is its title. */
    static byte[] body(int status, String title, String detail) {
      return body(status, title, title.toLowerCase(Locale.ROOT), detail);
    }

    private static byte[] body(int status, String title, String error, String detail) {
      return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%s,\"detail\":\"%s\",\"error\":\"%s\"}"
          .formatted(title, status, detail, error)
          .getBytes(StandardCharsets.UTF_8);
    }

    static void send(HttpServletResponse response, int status, String title, String detail)
        throws IOException {
      send(response, status, body(status, title, detail));
    }

    private static void send(HttpServletResponse response, int status, byte[] body)
        throws IOException {
      response.setStatus(status);
      response.setContentType("application/problem+json");
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }
}
