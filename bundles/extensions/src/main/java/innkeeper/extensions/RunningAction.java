package innkeeper.extensions;

import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run of an action. Its end is decided once, by the first of several events. */
final class RunningAction {

  private final ActionRun begun;
  private final CompletableFuture<ActionRun> ended = new CompletableFuture<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile boolean started;
  private volatile Future<?> task;
  private volatile Future<?> timeout;

  RunningAction(ActionRun begun) {
    this.begun = begun;
  }

  ActionRun begun() {
    return begun;
  }

  CompletableFuture<ActionRun> ended() {
    return ended;
  }

  /** Records that a thread has begun with it. */
  void start() {
    started = true;
  }

  boolean started() {
    return started;
  }

  /** Returns whether it counts as ended, even if its thread has not returned. */
  boolean over() {
    return over.get();
  }

  /** Sets the thread that runs the action, and the timer that ends the action at its time limit. */
  void attach(Future<?> thread, Future<?> limit) {
    task = thread;
    timeout = limit;
    if (over()) {
      limit.cancel(false);
    }
  }

  /** Returns the ended run; empty if its end was decided before. */
  Optional<ActionRun> end(State state, String text, Instant at) {
    if (!over.compareAndSet(false, true)) {
      return Optional.empty();
    }
    if (timeout != null) {
      timeout.cancel(false);
    }
    return Optional.of(
        new ActionRun(
            begun.action(),
            begun.channelId(),
            state,
            ForeignText.of(text, 500),
            begun.from(),
            Optional.of(at),
            begun.actor()));
  }

  void interrupt() {
    if (task != null) {
      task.cancel(true);
    }
  }
}
