package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Reads on for a moment what a client still sends that has been refused: a connection closed with
 * bytes unread is reset, and the answer that says why may be lost with it. Costs no thread.
 */
final class LingeringClose implements ReadListener {

  private static final long MILLIS = 2000;

  private final AsyncContext context;
  private final ServletInputStream in;

  private LingeringClose(AsyncContext context, ServletInputStream in) {
    this.context = context;
    this.in = in;
  }

  /** To be called when the whole answer has been written. */
  static void over(HttpServletRequest request, HttpServletResponse response) throws IOException {
    long length = request.getContentLengthLong();
    if (length <= 0 || length > Body.PATIENCE_BYTES || request.getHeader("Expect") != null) {
      return;
    }
    response.flushBuffer();
    AsyncContext context = request.startAsync();
    context.setTimeout(MILLIS);
    LingeringClose linger = new LingeringClose(context, request.getInputStream());
    context.addListener((OnTimeout) event -> context.complete());
    linger.in.setReadListener(linger);
  }

  @Override
  public void onDataAvailable() throws IOException {
    byte[] buffer = new byte[4096];
    while (in.isReady() && !in.isFinished()) {
      in.read(buffer); // At most what Content-Length says, which was looked at.
    }
  }

  @Override
  public void onAllDataRead() {
    context.complete();
  }

  @Override
  public void onError(Throwable t) {
    context.complete();
  }
}
