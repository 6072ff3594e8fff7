package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a large body at the speed of its reader, without a thread of its own. */
final class AsyncBody implements WriteListener, AsyncListener {

  private static final Logger LOG = LoggerFactory.getLogger(AsyncBody.class);
  private static final int CHUNK = 64 * 1024;
  private static final long LONGEST_MILLIS = 120_000;

  private final AsyncContext context;
  private final ServletOutputStream out;
  private final byte[] body;
  private final AtomicBoolean held;
  private int at;

  private AsyncBody(
      AsyncContext context, ServletOutputStream out, byte[] body, AtomicBoolean held) {
    this.context = context;
    this.out = out;
    this.body = body;
    this.held = held;
  }

  /**
   * Starts to write a body; the request then is asynchronous.
   *
   * @throws Problem if large answers that wait for their readers already use the whole budget
   */
  static void send(HttpServletRequest request, ServletResponse response, byte[] body)
      throws IOException {
    if (!LargeAnswers.HELD.take(body.length)) {
      throw new Problem(
          Problem.Kind.TOO_MANY_STREAMS, "Too many large answers wait for their readers.");
    }
    AtomicBoolean held = new AtomicBoolean(true);
    boolean begun = false;
    try {
      AsyncContext context = request.startAsync();
      context.setTimeout(LONGEST_MILLIS);
      AsyncBody patient = new AsyncBody(context, response.getOutputStream(), body, held);
      context.addListener(patient);
      patient.out.setWriteListener(patient);
      begun = true;
    } finally {
      if (!begun && held.compareAndSet(true, false)) {
        LargeAnswers.HELD.giveBack(body.length);
      }
    }
  }

  /**
   * Releases the bytes once, at the first of completion, timeout and error. Jetty does not report a
   * completion after the client has left.
   */
  private void giveBack() {
    if (held.compareAndSet(true, false)) {
      LargeAnswers.HELD.giveBack(body.length);
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    giveBack();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    giveBack();
    context.complete();
  }

  @Override
  public void onError(AsyncEvent event) {
    giveBack();
    LOG.debug("answer ends early bytes={} of={}", at, body.length, event.getThrowable());
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // The request does not start asynchronous processing again after its answer has begun.
  }

  @Override
  public void onWritePossible() throws IOException {
    while (out.isReady()) {
      if (at == body.length) {
        giveBack();
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
    giveBack();
    LOG.debug("reader left bytes={} of={}", at, body.length, t);
    context.complete();
  }
}
