package innkeeper.host.http;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/**
 * What nobody else has a page for is answered as a problem: the server's own page would show the
 * asker a failing servlet's stack, which is the log's.
 */
final class WithoutPages extends HttpServletResponseWrapper {

  WithoutPages(HttpServletResponse response) {
    super(response);
  }

  @Override
  public void sendError(int status) throws IOException {
    HttpServletResponse response = (HttpServletResponse) getResponse();
    if (response.isCommitted()) {
      throw new IOException("answer broke off, status " + status + " came too late");
    }
    response.resetBuffer();
    if (status == 404) {
      RequestGuard.Problem.send(
          response, status, "Unknown path", "unknown path", "Nothing is served here.");
    } else if (status == 405) {
      RequestGuard.Problem.send(
          response,
          status,
          "Method not allowed",
          "method not allowed",
          "This path does not take that method.");
    } else {
      RequestGuard.Problem.send(
          response,
          status,
          status >= 500 ? "Failed" : "Refused",
          status >= 500 ? "failed" : "refused",
          "Status " + status + (status >= 500 ? "; the host's log says why." : "."));
    }
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    sendError(status);
  }
}
