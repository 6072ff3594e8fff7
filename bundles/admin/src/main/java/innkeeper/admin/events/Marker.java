package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.StateMark;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the place in a log to which the mark of an event belongs. For use by one thread. */
final class Marker {

  private static final Logger LOG = LoggerFactory.getLogger(Marker.class);
  private static final long MOST_WAIT_SECONDS = 2;
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  /** The states that follow the end of a process. */
  private static final Set<ProjectState> OVER =
      EnumSet.of(
          ProjectState.BACKOFF, ProjectState.EXITED, ProjectState.FATAL, ProjectState.STOPPED);

  private final Supplier<ServiceSnapshot> services;
  private final LifecycleMarks marks;
  private final Executor thread;
  private final Map<String, ProjectState> marked = new HashMap<>();
  private final Map<String, CompletableFuture<Void>> placing = new HashMap<>();
  private final Map<String, List<Map<String, Object>>> toPlace = new HashMap<>();

  /**
   * Creates an object without any state known.
   *
   * @param thread runs tasks on the thread that makes all other calls
   */
  Marker(Supplier<ServiceSnapshot> services, LifecycleMarks marks, Executor thread) {
    this.services = services;
    this.marks = marks;
    this.thread = thread;
  }

  void state(ProjectStatus now) {
    if (news(now)) {
      StateMark data = new StateMark(now.stateSince(), now.state(), now.reason());
      mark(now.name(), OVER.contains(now.state()), data.toMap());
    }
  }

  void audit(String log, AuditEntry entry) {
    mark(log, entry.action().equals("project.exit"), Map.of("audit", entry));
  }

  void forget(String channelId) {
    marked.remove(channelId);
  }

  /**
   * Marks the place that the log has reached.
   *
   * @param over whether to wait until the log holds all that the server has printed: its last lines
   *     belong before the mark of its end
   */
  private void mark(String log, boolean over, Map<String, Object> data) {
    CompletableFuture<Void> before = placing.getOrDefault(log, DONE);
    CompletableFuture<Void> printed =
        before
            .thenCompose(done -> over ? printed(log) : DONE)
            .completeOnTimeout(null, MOST_WAIT_SECONDS, TimeUnit.SECONDS)
            .exceptionally(
                failure -> {
                  LOG.debug("output cannot be waited for log={}", log, failure);
                  return null;
                });
    placing.values().removeIf(CompletableFuture::isDone);
    if (printed.isDone()) {
      place(log, data);
    } else {
      CompletableFuture<Void> placed = new CompletableFuture<>();
      placing.put(log, placed);
      printed.thenRun(
          () ->
              thread.execute(
                  () -> {
                    place(log, data);
                    placed.complete(null);
                  }));
    }
  }

  /**
   * Returns whether the state differs from the last one. The first known state of a stopped or
   * adopted project is not news, because it began before this host. The state's time is not
   * compared, because the system clock may be changed.
   */
  private boolean news(ProjectStatus now) {
    ProjectState last = marked.put(now.channelId(), now.state());
    boolean first = last == null && (now.state() == ProjectState.STOPPED || now.adopted());
    return !first && now.state() != last;
  }

  private CompletableFuture<Void> printed(String log) {
    return services.get().find(Logs.class).map(logs -> logs.drained(log)).orElse(DONE);
  }

  /**
   * Collects the marks that come before the next task on the thread. That task reads the end of
   * each log once.
   */
  private void place(String log, Map<String, Object> data) {
    if (toPlace.isEmpty()) {
      thread.execute(this::placeAll);
    }
    toPlace.computeIfAbsent(log, name -> new ArrayList<>()).add(data);
  }

  private void placeAll() {
    Map<String, List<Map<String, Object>>> now = Map.copyOf(toPlace);
    toPlace.clear();
    now.forEach(this::placeNow);
  }

  private void placeNow(String log, List<Map<String, Object>> all) {
    try {
      Logs logs = services.get().find(Logs.class).orElse(null);
      if (logs != null) {
        String end = logs.end(log);
        all.forEach(data -> marks.add(log, new LifecycleMarks.Mark(end, data)));
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("place in the log is not known log={}", log, e);
    }
  }
}
