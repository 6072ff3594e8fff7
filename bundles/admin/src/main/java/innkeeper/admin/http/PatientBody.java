package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a large body as fast as its reader takes it, on no thread of its own. */
final class PatientBody implements WriteListener {

  private static final Logger LOG = LoggerFactory.getLogger(PatientBody.class);
  private static final int CHUNK = 64 * 1024;
  private static final long LONGEST_MILLIS = 120_000;

  private final AsyncContext context;
  private final ServletOutputStream out;
  private final byte[] body;
  private int at;

  private PatientBody(AsyncContext context, ServletOutputStream out, byte[] body) {
    this.context = context;
    this.out = out;
    this.body = body;
  }

  static void send(HttpServletRequest request, ServletResponse response, byte[] body)
      throws IOException {
    AsyncContext context = request.startAsync();
    context.setTimeout(LONGEST_MILLIS);
    ServletOutputStream out = response.getOutputStream();
    out.setWriteListener(new PatientBody(context, out, body));
  }

  @Override
  public void onWritePossible() throws IOException {
    while (out.isReady()) {
      if (at == body.length) {
        context.complete();
        return;
      }
      int length = Math.min(CHUNK, body.length - at);
      out.write(body, at, length);
      at += length;
    }
  }

  @Override
  public void onError(Throwable t) {
    LOG.debug("reader left bytes={} of={}", at, body.length, t);
    context.complete();
  }
}
