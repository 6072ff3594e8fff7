package innkeeper.xmlrpc;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What is no call and no log's name is told so in one line of plain text. */
final class BadRequest {

  private BadRequest() {}

  static void send(HttpServletResponse response, int status, String why) throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=utf-8");
    response.getOutputStream().write((why + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
