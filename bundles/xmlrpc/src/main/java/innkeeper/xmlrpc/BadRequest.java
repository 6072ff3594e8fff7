package innkeeper.xmlrpc;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers a request that is not a valid call, or names an unknown log, with one line of plain text.
 */
final class BadRequest {

  private BadRequest() {}

  static void send(HttpServletResponse response, int status, String why) throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=utf-8");
    response.getOutputStream().write((why + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
