package innkeeper.supervisor;

import innkeeper.supervisor.lifecycle.DrainTracker;
import innkeeper.supervisor.lifecycle.Project;
import innkeeper.supervisor.queue.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops all servers in parallel, each only after those that depend on it have ended. */
record Shutdown(List<Project> projects, DrainTracker drains) {

  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
  private static final Duration DRAIN_PATIENCE = Duration.ofSeconds(2);
  private static final Duration LOOK = Duration.ofMillis(10);

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

  /**
   * Ends all wrappers, because none may outlive a clean stop. A wrapper whose output cannot be
   * written would wait for ever.
   */
  private void finish(CompletableFuture<Void> over) {
    drains.giveUp();
    over.complete(null);
  }

  /**
   * Waits until the last lines are in the logs, before the logging surface stops. With many servers
   * on a busy machine that takes time, so it waits as long as there is progress.
   *
   * @param most the number of wrappers that had yet to be drained at the last check
   * @param since the time of the last progress, in nanoseconds
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
