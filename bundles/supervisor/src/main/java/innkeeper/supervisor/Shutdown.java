package innkeeper.supervisor;

import innkeeper.supervisor.lifecycle.DrainTracker;
import innkeeper.supervisor.queue.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops all servers, side by side, each only after those that depend on it are gone. */
final class Shutdown {

  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
  private static final Duration DRAIN_PATIENCE = Duration.ofSeconds(2);
  private static final Duration LOOK = Duration.ofMillis(10);

  private final List<Project> projects;
  private final DrainTracker drains;

  Shutdown(List<Project> projects, DrainTracker drains) {
    this.projects = projects;
    this.drains = drains;
  }

  CompletableFuture<Void> run(Duration deadline, Timers timers) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    Map<String, CompletableFuture<Void>> gone = new HashMap<>();
    projects.forEach(p -> gone.put(p.definition().channelId(), new CompletableFuture<>()));
    projects.forEach(Project::close);
    for (Project project : projects) {
      String id = project.definition().channelId();
      List<CompletableFuture<Void>> first = new ArrayList<>();
      for (Project other : projects) {
        if (other != project && other.definition().after().contains(id)) {
          first.add(gone.get(other.definition().channelId()));
        }
      }
      CompletableFuture.allOf(first.toArray(CompletableFuture[]::new))
          .thenRun(
              () ->
                  project
                      .hostStops()
                      .whenComplete((status, failure) -> gone.get(id).complete(null)));
    }
    CompletableFuture.allOf(gone.values().toArray(CompletableFuture[]::new))
        .thenRun(() -> drained(over, Integer.MAX_VALUE, System.nanoTime(), timers));
    timers.after(
        deadline,
        () -> {
          if (!over.isDone()) {
            LOG.warn("servers not all ended within the deadline deadline={}", deadline);
            finish(over);
          }
        });
    return over;
  }

  /** No wrapper outlives a clean stop: one whose output cannot be written would wait for ever. */
  private void finish(CompletableFuture<Void> over) {
    drains.giveUp();
    over.complete(null);
  }

  /**
   * The last lines reach the logs before the logging surface goes. Of many servers on a busy
   * machine that takes its time: it is waited for as long as it gets on.
   *
   * @param most how many had yet to at the last look
   * @param since when it last got on
   */
  private void drained(CompletableFuture<Void> over, int most, long since, Timers timers) {
    int waiting = drains.waiting();
    long last = waiting < most ? System.nanoTime() : since;
    if (waiting == 0 || !drains.canDrain() || System.nanoTime() - last > DRAIN_PATIENCE.toNanos()) {
      finish(over);
    } else {
      timers.after(LOOK, () -> drained(over, waiting, last, timers));
    }
  }
}
