package innkeeper.host.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.List;

/**
 * A response that answers an error with a problem document unless the servlet has a page of its
 * own. The server's default page would show the client the stack of a failing servlet, which
 * belongs in the log only.
 */
final class ErrorPages extends HttpServletResponseWrapper {

  private static final String TRIES = ErrorPages.class.getName();
  private static final int MOST_TRIES = 20;

  /**
   * Felix's message when a servlet was unregistered after it was found and before it was called.
   */
  private static final String LEFT = "Servlet has been unregistered";

  private static final List<String> ERROR_ATTRIBUTES =
      List.of(
          RequestDispatcher.ERROR_EXCEPTION,
          RequestDispatcher.ERROR_EXCEPTION_TYPE,
          RequestDispatcher.ERROR_MESSAGE,
          RequestDispatcher.ERROR_REQUEST_URI,
          RequestDispatcher.ERROR_SERVLET_NAME,
          RequestDispatcher.ERROR_STATUS_CODE);

  private final HttpServletRequest request;
  private boolean missed;

  ErrorPages(HttpServletRequest request, HttpServletResponse response) {
    super(response);
    this.request = request;
  }

  /**
   * Dispatches the request again if its servlet was unregistered. That servlet has read nothing of
   * the request, so the servlet that serves now can answer it.
   */
  void askAgainIfMissed() {
    if (missed) {
      ERROR_ATTRIBUTES.forEach(request::removeAttribute);
      request.startAsync().dispatch();
    }
  }

  private boolean isMissed() {
    int tries = request.getAttribute(TRIES) instanceof Integer n ? n : 0;
    request.setAttribute(TRIES, tries + 1);
    return tries < MOST_TRIES
        && request.isAsyncSupported()
        && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof ServletException e
        && LEFT.equals(e.getMessage());
  }

  @Override
  public void sendError(int status) throws IOException {
    HttpServletResponse response = (HttpServletResponse) getResponse();
    if (response.isCommitted()) {
      throw new IOException("answer broke off, status " + status + " came too late");
    }
    response.resetBuffer();
    if (status == 500 && isMissed()) {
      missed = true;
      return;
    }
    String title = status >= 500 ? "Failed" : "Refused";
    String detail = "Status " + status + (status >= 500 ? "; the host's log says why." : ".");
    if (status == 404) {
      title = "Unknown path";
      detail = "Nothing is served here.";
    } else if (status == 405) {
      title = "Method not allowed";
      detail = "This path does not take that method.";
    }
    RequestGuard.Problem.send(response, status, title, detail);
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    sendError(status);
  }
}
