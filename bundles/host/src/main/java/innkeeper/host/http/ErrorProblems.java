package innkeeper.host.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers requests that Jetty itself refuses before any servlet or preprocessor: malformed
 * requests, ambiguous paths, headers that are too long. The answer has the form of every other
 * refusal and repeats nothing of the request.
 */
final class ErrorProblems extends ErrorHandler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    SecurityHeaders.all().forEach(response.getHeaders()::put);
    return super.handle(request, response, callback);
  }

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      String message,
      Throwable cause,
      Callback callback) {
    boolean refused = code < 500 || code == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505;
    byte[] body =
        RequestGuard.Problem.body(
            code, refused ? "Request refused" : "Failed", detail(code, refused));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  private static String detail(int code, boolean refused) {
    if (code == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505) {
      return "The request names no HTTP version that this host speaks; use HTTP/1.1.";
    }
    return refused
        ? "The request is malformed, or larger than this host takes."
        : "The host failed to answer; its log says why.";
  }
}
