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
 * Wrappers whose server has ended and who still hold the FIFO open, until what is in it is in the
 * log. While the logging surface is away they simply stay.
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
   * @return completes when the output is in the log, or at once when nobody can say
   */
  public CompletableFuture<Void> ended(
      String name, long incarnation, Identity wrapper, Runnable over) {
    Waiting one = new Waiting(name, incarnation, wrapper, over);
    waiting.add(one);
    return ask(one);
  }

  /**
   * Of a wrapper that is kept for the next server, so that nothing can get lost.
   *
   * @return completes when what was written so far is in the log, or at once when nobody can say
   */
  CompletableFuture<Void> written(String name) {
    return logs.get()
        .map(now -> now.drained(name).handle((done, failure) -> (Void) null))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  /** A newer wrapper holds the same FIFO open. */
  void handedOver(String name, long incarnation) {
    for (Waiting one : waiting) {
      if (one.name().equals(name) && one.incarnation() < incarnation) {
        end(one);
      }
    }
  }

  /** The logging surface is there, or there again. */
  public void logsCame() {
    waiting.forEach(this::ask);
  }

  public int waiting() {
    return waiting.size();
  }

  /** The host stops for good: nobody will read what the wrappers still hold. */
  public void giveUp() {
    for (Waiting one : waiting) {
      LOG.warn("last output of a server did not reach its log name={}", one.name());
      end(one);
    }
  }

  /** Whether there is anyone who could say so. */
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
              // A surface that is just going answers with a failure; its successor is asked again.
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
