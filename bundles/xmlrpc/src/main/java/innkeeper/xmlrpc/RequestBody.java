package innkeeper.xmlrpc;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** Reads a small body without blocking. A slow sender occupies a socket, never a thread. */
final class RequestBody implements ReadListener, AsyncListener {

  static final int MOST_BYTES = 64 * 1024;
  private static final long LONGEST_MILLIS = 30_000;

  private final AsyncContext context;
  private final ServletInputStream in;
  private final Consumer<byte[]> whole;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
  private boolean over;

  private RequestBody(AsyncContext context, ServletInputStream in, Consumer<byte[]> whole) {
    this.context = context;
    this.in = in;
    this.whole = whole;
  }

  /** Reads the body and calls back once, unless the body is refused. */
  static void read(AsyncContext context, Consumer<byte[]> whole) throws IOException {
    context.setTimeout(LONGEST_MILLIS);
    ServletInputStream in = context.getRequest().getInputStream();
    RequestBody body = new RequestBody(context, in, whole);
    context.addListener(body);
    in.setReadListener(body);
  }

  @Override
  public void onDataAvailable() throws IOException {
    byte[] buffer = new byte[4096];
    while (in.isReady() && !in.isFinished()) {
      int n = in.read(buffer);
      if (n > 0) {
        bytes.write(buffer, 0, n);
      }
      if (bytes.size() > MOST_BYTES) {
        end(413, "a call may have " + MOST_BYTES + " bytes");
        return;
      }
    }
  }

  @Override
  public void onAllDataRead() {
    if (first()) {
      whole.accept(bytes.toByteArray());
    }
  }

  @Override
  public void onError(Throwable failure) {
    end(400, "the body could not be read");
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    end(408, "the body did not arrive within 30 s");
  }

  @Override
  public void onComplete(AsyncEvent event) {
    // This object holds no resource.
  }

  @Override
  public void onError(AsyncEvent event) {
    // The read listener is called as well.
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // No other asynchronous wait starts.
  }

  private synchronized boolean first() {
    boolean first = !over;
    over = true;
    return first;
  }

  private void end(int status, String why) {
    if (first()) {
      BadRequest.end(context, status, why);
    }
  }
}
