package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that is written when an operation ends, when a timeout expires, or early when this
 * surface stops. It is written once, at the first of these, on a thread of the server.
 */
public final class AsyncAnswer {

  private static final Logger LOG = LoggerFactory.getLogger(AsyncAnswer.class);

  private final Exchange exchange;
  private final InFlight inFlight;
  private final ScheduledExecutorService timer;
  private final AtomicBoolean answered = new AtomicBoolean();

  public AsyncAnswer(Exchange exchange, InFlight inFlight, ScheduledExecutorService timer) {
    this.exchange = exchange;
    this.inFlight = inFlight;
    this.timer = timer;
  }

  /** Writes the answer. */
  public interface Writing {
    void write() throws IOException;
  }

  /** Writes the answer when the operation has ended, at the latest after that many seconds. */
  public void await(CompletableFuture<?> done, long seconds, Writing answer) throws IOException {
    HttpServletRequest request = exchange.request();
    HttpServletResponse response = exchange.response();
    AsyncContext context = request.startAsync(request, response);
    context.setTimeout(0);
    Future<?>[] timeout = new Future<?>[1];
    Runnable[] self = new Runnable[1];
    Runnable end =
        () -> {
          if (answered.compareAndSet(false, true)) {
            context.start(() -> finish(context, answer, self[0], timeout[0]));
          }
        };
    self[0] = end;
    if (!inFlight.park(end)) {
      end.run();
      return;
    }
    timeout[0] = timer.schedule(end, seconds, TimeUnit.SECONDS);
    done.whenComplete((value, failure) -> end.run());
  }

  private void finish(AsyncContext context, Writing answer, Runnable self, Future<?> timeout) {
    try {
      answer.write();
    } catch (IOException e) {
      LOG.debug("client left before the answer", e);
    } catch (RuntimeException e) {
      LOG.error("answer failed path={}", exchange.request().getRequestURI(), e);
      refuse();
    } finally {
      if (timeout != null) {
        timeout.cancel(false);
      }
      context.complete();
      inFlight.settle(self);
    }
  }

  private void refuse() {
    try {
      Exchange.problem(
          exchange.request(),
          exchange.response(),
          new Problem(Problem.Kind.FAILED, "The host failed to answer; its log says why."));
    } catch (IOException e) {
      LOG.debug("client left before the answer", e);
    }
  }
}
