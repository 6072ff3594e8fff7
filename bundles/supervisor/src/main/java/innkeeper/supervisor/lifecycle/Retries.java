package innkeeper.supervisor.lifecycle;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;

/** Schedules the next try after an end or a failed start. */
final class Retries extends ActorPart {

  private Future<?> next;

  /** The cause of the last try. Written on the queue; any thread may read it. */
  private volatile String cause = "";

  Retries(ProjectActor actor) {
    super(actor);
  }

  /** Returns the cause of the last try; "" without a try. */
  String cause() {
    return cause;
  }

  /** Sends an event that decides whether the next try is now, later or never. */
  void count(String cause) {
    Optional<Duration> delay = runtime.nextTry();
    this.cause = cause;
    if (delay.isEmpty()) {
      actor.handle(
          new StartEvent.RetriesExhausted(
              "gave up after " + Backoff.MAX_TRIES + " restarts in 10 minutes; last: " + cause));
    } else if (delay.get().isZero()) {
      actor.handle(new StartEvent.RetryNow(cause));
    } else {
      actor.handle(new StartEvent.RetryLater(delay.get(), cause + "; " + runtime.triesText()));
    }
  }

  void ensure(String cause) {
    if (next == null) {
      count(cause);
    }
  }

  void after(Duration delay) {
    // The pause is limited, because the clock may have been set meanwhile.
    Duration most = Backoff.LONGEST;
    Duration pause = delay.isNegative() ? Duration.ZERO : delay.compareTo(most) > 0 ? most : delay;
    next = actor.after(pause, () -> actor.handle(new StartEvent.RetryDue()));
    runtime.retryIn(pause);
  }

  void cancel() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
    runtime.noRetry();
  }
}
