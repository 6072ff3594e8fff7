package innkeeper.supervisor.lifecycle;

import innkeeper.api.log.Logs;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Signals;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks wrappers whose server has ended and that still hold the FIFO open, until its content is in
 * the log. While the logging surface is away, the wrappers stay.
 */
public final class DrainTracker {

  private static final Logger LOG = LoggerFactory.getLogger(DrainTracker.class);

  private record Waiting(String name, long incarnation, Identity wrapper, Runnable over) {}

  private final Supplier<Optional<Logs>> logs;
  private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

  public DrainTracker(Supplier<Optional<Logs>> logs) {
    this.logs = logs;
  }

  /**
   * @param over called once the wrapper is gone
   * @return completes when the output is in the log, or at once while the logging surface is away
   */
  public CompletableFuture<Void> ended(
      String name, long incarnation, Identity wrapper, Runnable over) {
    Waiting one = new Waiting(name, incarnation, wrapper, over);
    waiting.add(one);
    return ask(one);
  }

  /**
   * Waits for the output of a wrapper that is kept for the next server, so that no output is lost.
   *
   * @return completes when all output so far is in the log, or at once while the logging surface is
   *     away
   */
  CompletableFuture<Void> written(String name) {
    return logs.get()
        .map(now -> now.drained(name).handle((done, failure) -> (Void) null))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  /**
   * Ends the older wrappers of a log. They held the FIFO open for unread output; a newer wrapper
   * does so now.
   */
  void handedOver(String name, long incarnation) {
    for (Waiting one : waiting) {
      if (one.name().equals(name) && one.incarnation() < incarnation) {
        end(one);
      }
    }
  }

  /** Asks for all waiting wrappers again: the logging surface has arrived or returned. */
  public void logsCame() {
    waiting.forEach(this::ask);
  }

  public int waiting() {
    return waiting.size();
  }

  /**
   * Ends all waiting wrappers, because the host stops for good and their output will not be read.
   */
  public void giveUp() {
    for (Waiting one : waiting) {
      LOG.warn("last output of a server did not reach its log name={}", one.name());
      end(one);
    }
  }

  /** Returns whether the logging surface is there, which alone can report a drained FIFO. */
  public boolean canDrain() {
    return logs.get().isPresent();
  }

  private CompletableFuture<Void> ask(Waiting one) {
    Optional<Logs> now = logs.get();
    if (now.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return now.get()
        .drained(one.name())
        .handle(
            (done, failure) -> {
              // A surface that is stopping answers with a failure; its successor is asked again.
              if (failure == null) {
                end(one);
              }
              return null;
            });
  }

  private void end(Waiting one) {
    if (waiting.remove(one)) {
      Signals.kill(one.wrapper());
      one.over().run();
    }
  }
}
