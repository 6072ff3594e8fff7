package innkeeper.admin.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests of a surface that is away are asked again a moment later, on no thread meanwhile: a
 * surface that is being replaced is back before the asker notices. Bounded in time and number; past
 * the bound the answer is 503.
 */
final class RetryWhenAway {

  private static final String UNTIL = RetryWhenAway.class.getName();
  private static final Duration PAUSE = Duration.ofMillis(25);
  private static final int MOST = 128;

  private final Duration longest;
  private final ScheduledExecutorService timer;
  private final InFlight inFlight;
  private final AtomicInteger held = new AtomicInteger();

  RetryWhenAway(Duration longest, ScheduledExecutorService timer, InFlight inFlight) {
    this.longest = longest;
    this.timer = timer;
    this.inFlight = inFlight;
  }

  /**
   * @return whether the request waits now; false where its time is up or too many wait
   */
  boolean hold(HttpServletRequest request) {
    long now = System.nanoTime();
    if (!(request.getAttribute(UNTIL) instanceof Long)) {
      request.setAttribute(UNTIL, now + longest.toNanos());
    }
    long until = (Long) request.getAttribute(UNTIL);
    if (now - until >= 0 || !request.isAsyncSupported()) {
      return false;
    }
    if (held.incrementAndGet() > MOST) {
      held.decrementAndGet();
      return false;
    }
    new Held(request.startAsync()).begin();
    return true;
  }

  /** Asked again once: by the timer, or at once when this servlet goes and another will come. */
  private final class Held implements Runnable, AsyncListener {

    private final AsyncContext context;
    private final AtomicBoolean over = new AtomicBoolean();

    Held(AsyncContext context) {
      this.context = context;
    }

    void begin() {
      context.setTimeout(2 * longest.toMillis() + 1000);
      context.addListener(this);
      try {
        if (inFlight.park(this)) {
          timer.schedule(this, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
          return;
        }
      } catch (RejectedExecutionException e) {
        // The timer has ended with this surface: the newcomer takes it.
        inFlight.settle(this);
      }
      run();
    }

    @Override
    public void run() {
      if (over.compareAndSet(false, true)) {
        held.decrementAndGet();
        context.dispatch();
        inFlight.settle(this);
      }
    }

    private void end() {
      if (over.compareAndSet(false, true)) {
        held.decrementAndGet();
        inFlight.settle(this);
      }
    }

    @Override
    public void onComplete(AsyncEvent event) {
      end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      end();
    }

    @Override
    public void onError(AsyncEvent event) {
      end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // The request waits once more, under a listener of its own.
    }
  }
}
