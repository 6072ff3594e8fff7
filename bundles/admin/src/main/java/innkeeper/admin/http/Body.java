package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A request body that is counted and discarded, because no call takes one. A body of unknown length
 * is read without blocking, so that a slow sender uses a socket but no thread.
 *
 * <p>A body that is too large is still read, up to {@link #PATIENCE_BYTES}. If the connection
 * closed while the client still sends, the client could lose the answer with the reason.
 */
final class Body implements ReadListener {

  private static final long MOST_BYTES = 64 * 1024;

  /** A body is not read beyond this size. */
  private static final long PATIENCE_BYTES = 1024 * 1024;

  private static final long LONGEST_SECONDS = 30;

  /** The longest time for reading a body whose refusal is certain. */
  private static final long LONGEST_REFUSED_SECONDS = 2;

  /** The request attribute that holds the result after its body was read: true, or a Problem. */
  private static final String VERDICT = "innkeeper.admin.body";

  private final ServletInputStream in;

  /** Whether the header announces too large a body; it is refused also if it does not come. */
  private final boolean large;

  private final CompletableFuture<Object> verdict = new CompletableFuture<>();
  private long count;

  private Body(ServletInputStream in, boolean large) {
    this.in = in;
    this.large = large;
  }

  /**
   * Returns whether the request can be served now.
   *
   * @return false if the body must be read first; the request is dispatched again after that
   * @throws Problem if the body is too large or too slow
   */
  static boolean ready(HttpServletRequest request) throws IOException {
    Object known = request.getAttribute(VERDICT);
    if (known instanceof Problem problem) {
      throw problem;
    }
    long length = request.getContentLengthLong();
    boolean large = length > MOST_BYTES;
    boolean unknown = length < 0 && request.getHeader("Transfer-Encoding") != null;
    if (known != null || !large && !unknown) {
      return true;
    }
    if (length > PATIENCE_BYTES || large && request.getHeader("Expect") != null) {
      throw tooLarge();
    }
    read(request, large);
    return false;
  }

  private static void read(HttpServletRequest request, boolean large) throws IOException {
    AsyncContext context = request.startAsync();
    context.setTimeout(0);
    Body body = new Body(request.getInputStream(), large);
    body.verdict.thenAccept(
        found -> {
          request.setAttribute(VERDICT, found);
          context.dispatch();
        });
    body.verdict.completeOnTimeout(
        large ? tooLarge() : tooSlow(),
        large ? LONGEST_REFUSED_SECONDS : LONGEST_SECONDS,
        TimeUnit.SECONDS);
    body.in.setReadListener(body);
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
      count += Math.max(0, in.read(buffer));
      if (count > PATIENCE_BYTES) {
        verdict.complete(tooLarge());
        return;
      }
    }
  }

  @Override
  public void onAllDataRead() {
    verdict.complete(large || count > MOST_BYTES ? tooLarge() : Boolean.TRUE);
  }

  @Override
  public void onError(Throwable t) {
    verdict.complete(large ? tooLarge() : Problem.bad("The body could not be read."));
  }
}
