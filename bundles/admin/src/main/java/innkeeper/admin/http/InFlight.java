package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the requests that are being answered, and holds an action for each waiting request that
 * ends it early. Its monitor guards all fields.
 */
public final class InFlight {

  private static final Logger LOG = LoggerFactory.getLogger(InFlight.class);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

  private final Set<Runnable> waiting = new LinkedHashSet<>();
  private int running;
  private boolean closing;

  synchronized void open() {
    closing = false;
  }

  synchronized void enter() {
    running++;
  }

  synchronized void leave() {
    running--;
    notifyAll();
  }

  /**
   * Registers a request that waits. It must end with {@link #settle}.
   *
   * @param endNow answers the request early
   * @return false if all requests are being ended already; the request then must not wait
   */
  public synchronized boolean park(Runnable endNow) {
    return !closing && waiting.add(endNow);
  }

  /** Removes the waiting request that was parked with this action: it is answered. */
  public synchronized void settle(Runnable endNow) {
    waiting.remove(endNow);
    notifyAll();
  }

  /**
   * Answers a request once, on a thread of the server: when the operation has ended, after that
   * many seconds, or early when this surface stops.
   */
  void await(Exchange exchange, CompletableFuture<?> done, long seconds, Route.Endpoint answer) {
    AsyncContext context = exchange.request().startAsync(exchange.request(), exchange.response());
    context.setTimeout(0);
    CompletableFuture<Void> end = new CompletableFuture<>();
    Runnable endNow = () -> end.complete(null);
    end.thenRun(() -> context.start(() -> finish(context, exchange, answer, endNow)));
    if (!park(endNow)) {
      endNow.run();
      return;
    }
    done.whenComplete((value, failure) -> endNow.run());
    end.completeOnTimeout(null, seconds, TimeUnit.SECONDS);
  }

  private void finish(
      AsyncContext context, Exchange exchange, Route.Endpoint answer, Runnable endNow) {
    try {
      answer(exchange, answer);
    } catch (IOException e) {
      LOG.debug("client left before the answer", e);
    } finally {
      context.complete();
      settle(endNow);
    }
  }

  private static void answer(Exchange exchange, Route.Endpoint answer) throws IOException {
    try {
      answer.serve(exchange);
    } catch (Problem e) {
      Exchange.problem(exchange.request(), exchange.response(), e);
    } catch (RuntimeException e) {
      LOG.error("answer failed path={}", exchange.request().getRequestURI(), e);
      Exchange.problem(exchange.request(), exchange.response(), Problem.failed());
    }
  }

  /** Ends the waiting requests. Returns when no request is left, or after a time limit. */
  void drain() {
    List<Runnable> ends;
    synchronized (this) {
      closing = true;
      ends = List.copyOf(waiting);
    }
    ends.forEach(Runnable::run);
    awaitNone();
  }

  private synchronized void awaitNone() {
    long end = System.nanoTime() + LONGEST_NANOS;
    try {
      while (running + waiting.size() > 0) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          LOG.warn("requests left behind running={} waiting={}", running, waiting.size());
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
