package innkeeper.xmlrpc;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a request that is not a valid call, or names an unknown log, with one line of plain text.
 */
final class BadRequest {

  private static final Logger LOG = LoggerFactory.getLogger(BadRequest.class);

  private BadRequest() {}

  static void send(HttpServletResponse response, int status, String why) throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=utf-8");
    response.getOutputStream().write((why + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Answers a request that is handled asynchronously. */
  static void end(AsyncContext context, int status, String why) {
    HttpServletResponse response = (HttpServletResponse) context.getResponse();
    try {
      send(response, status, why);
    } catch (IOException e) {
      LOG.debug("caller is gone error={}", e.getMessage());
    } finally {
      context.complete();
    }
  }
}
