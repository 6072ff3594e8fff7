package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * A request body that is counted and discarded, because no call takes one. A body of unknown length
 * is read without blocking, so that a slow sender uses a socket but no thread.
 *
 * <p>A body that proves too large is still read up to {@link #PATIENCE_BYTES}. If the connection
 * closed while the client still sends, the client could lose the answer with the reason.
 */
final class Body implements ReadListener {

  static final long MOST_BYTES = 64 * 1024;

  /** A body is not read beyond this size. */
  static final long PATIENCE_BYTES = 1024 * 1024;

  private static final long LONGEST_MILLIS = 30_000;

  /** The request attribute that holds the result after its body was read: true, or a Problem. */
  static final String VERDICT = "innkeeper.admin.body";

  private final AsyncContext context;
  private final HttpServletRequest request;
  private final ServletInputStream in;
  private long count;
  private boolean done;

  private Body(AsyncContext context, HttpServletRequest request, ServletInputStream in) {
    this.context = context;
    this.request = request;
    this.in = in;
  }

  /**
   * Returns whether the request can be served now.
   *
   * @return false if the body must be read first; the request is dispatched again after that
   * @throws Problem if the body is too large or too slow
   */
  static boolean ready(HttpServletRequest request) throws IOException {
    Object verdict = request.getAttribute(VERDICT);
    if (verdict instanceof Problem problem) {
      throw problem;
    }
    if (request.getContentLengthLong() > MOST_BYTES) {
      throw tooLarge();
    }
    boolean unknown =
        request.getContentLengthLong() < 0 && request.getHeader("Transfer-Encoding") != null;
    if (verdict != null || !unknown) {
      return true;
    }
    AsyncContext context = request.startAsync();
    context.setTimeout(LONGEST_MILLIS);
    ServletInputStream in = request.getInputStream();
    Body body = new Body(context, request, in);
    context.addListener((OnTimeout) event -> body.finish(tooSlow()));
    in.setReadListener(body);
    return false;
  }

  private static Problem tooLarge() {
    return new Problem(Problem.Kind.TOO_LARGE, "A body may have 65536 bytes; no call needs one.");
  }

  private static Problem tooSlow() {
    return new Problem(
        Problem.Kind.TOO_SLOW, "The body did not arrive within 30 s; no call needs one.");
  }

  @Override
  public void onDataAvailable() throws IOException {
    byte[] buffer = new byte[4096];
    while (in.isReady() && !in.isFinished()) {
      int n = in.read(buffer);
      if (n > 0) {
        count += n;
      }
      if (count > PATIENCE_BYTES) {
        finish(tooLarge());
        return;
      }
    }
  }

  @Override
  public void onAllDataRead() {
    finish(count > MOST_BYTES ? tooLarge() : Boolean.TRUE);
  }

  @Override
  public void onError(Throwable t) {
    finish(new Problem(Problem.Kind.BAD_VALUE, "The body could not be read."));
  }

  private synchronized void finish(Object verdict) {
    if (!done) {
      done = true;
      request.setAttribute(VERDICT, verdict);
      context.dispatch();
    }
  }
}
