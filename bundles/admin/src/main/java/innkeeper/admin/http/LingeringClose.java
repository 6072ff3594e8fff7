package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Reads the rest of a refused request's body for a moment. A connection that is closed with unread
 * bytes is reset, and the client may lose the answer with the reason. This holds no thread.
 */
final class LingeringClose implements ReadListener {

  private static final long MILLIS = 2000;

  private final AsyncContext context;
  private final ServletInputStream in;

  private LingeringClose(AsyncContext context, ServletInputStream in) {
    this.context = context;
    this.in = in;
  }

  /** Starts to read the rest. The caller has written the whole answer. */
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
      in.read(buffer); // The Content-Length, which was checked, limits the bytes.
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
