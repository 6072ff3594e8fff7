package innkeeper.extensions;

import innkeeper.api.action.ProjectAction;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.audit.Actor;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.api.thread.WatchedPool;
import innkeeper.api.thread.WatchedScheduler;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The service that lists the actions and runs them. */
final class ActionService implements ProjectActions, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final long LAST_ENTRIES_SECONDS = 1;

  private final AwaitedService<Supervisor> supervisor;
  private final WatchedScheduler timer = new WatchedScheduler("extensions-timer", 1, 0);
  private final WatchedPool record =
      new WatchedPool(
          "extensions-record",
          0,
          1,
          0,
          new LinkedBlockingQueue<>(),
          new ThreadPoolExecutor.CallerRunsPolicy());
  private final NamedServices<ProjectAction, OfferedAction> actions;

  ActionService(AwaitedService<Supervisor> supervisor, ActionAudit audit, Clock clock) {
    this.supervisor = supervisor;
    OfferedAction.Means means = new OfferedAction.Means(audit, clock, timer, record);
    this.actions =
        new NamedServices<>("project action", action -> new OfferedAction(action, means));
  }

  void add(ProjectAction action) {
    actions.add(action);
  }

  void remove(ProjectAction action) {
    actions
        .remove(action)
        .ifPresent(gone -> gone.close("the bundle that brings it went while it ran"));
  }

  @Override
  public List<Offer> offers(String channelId) {
    return actions.all().stream()
        .filter(action -> channelId.isEmpty() || action.isFor(channelId))
        .map(action -> action.offer(channelId))
        .toList();
  }

  @Override
  public Ticket run(String name, String project, boolean confirmed, Actor actor) {
    ProjectStatus status =
        supervisor
            .await(PATIENCE)
            .project(project)
            .orElseThrow(() -> new UnknownProjectException(project));
    OfferedAction action =
        actions
            .find(name)
            .filter(one -> one.isFor(status.channelId()))
            .orElseThrow(() -> unknown(name, status.channelId()));
    if (action.dangerous() && !confirmed) {
      throw new ActionRefusedException(name + " can do harm, so it has to be confirmed", true);
    }
    return action.begin(status, actor);
  }

  private UnknownActionException unknown(String name, String channelId) {
    List<String> names = offers(channelId).stream().map(Offer::name).toList();
    return new UnknownActionException(
        "%s has no action \"%s\"; %s"
            .formatted(
                channelId,
                ForeignText.of(name, 40),
                names.isEmpty() ? "it has none" : "there are: " + String.join(", ", names)));
  }

  /**
   * Counts all running actions as ended and writes that to the audit record, within a time limit.
   */
  @Override
  public void close() {
    actions.all().forEach(one -> one.close("the extensions bundle went while it ran"));
    timer.shutdownNow();
    record.shutdown();
    try {
      record.awaitTermination(LAST_ENTRIES_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    record.shutdownNow();
  }
}
