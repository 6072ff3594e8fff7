package innkeeper.extensions;

import innkeeper.api.action.ActionOutcome;
import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.action.ProjectAction;
import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.action.ProjectActions.Ticket;
import innkeeper.api.audit.Actor;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.time.IsoTime;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An action with threads of its own, so that a hanging action blocks only itself. Safe for many
 * threads.
 */
final class OfferedAction implements NamedServices.Named {

  private static final Logger LOG = LoggerFactory.getLogger(OfferedAction.class);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final int MOST_KEPT = 200;

  /**
   * The objects that an action uses of the service that runs it.
   *
   * @param timer runs only short steps that never wait
   * @param record runs the steps that may wait for the audit record, in order
   */
  record Means(ActionAudit audit, Clock clock, ScheduledExecutorService timer, Executor record) {}

  private final ProjectAction action;
  private final Means means;
  private final String name;
  private final String title;
  private final String about;
  private final boolean dangerous;
  private final List<String> projects;
  private final Duration limit;
  private final ForeignCalls<ActionRun> calls;

  /** The newest run of each project. Guarded by this. */
  private final Map<String, ActionRun> last =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ActionRun> eldest) {
          return size() > MOST_KEPT;
        }
      };

  OfferedAction(ProjectAction action, Means means) {
    this.action = action;
    this.means = means;
    this.name = String.valueOf(action.name());
    this.title = action.title();
    this.about = action.about();
    this.dangerous = action.dangerous();
    this.projects = List.copyOf(action.projects());
    this.limit = within(action.limit());
    this.calls =
        new ForeignCalls<>(
            "extensions-action-" + name,
            ProjectAction.MOST_AT_ONCE,
            means.clock(),
            means.timer(),
            limit,
            "it did not end within " + limit.toSeconds() + " s and was interrupted");
  }

  private static Duration within(Duration asked) {
    if (asked.compareTo(SHORTEST) < 0) {
      return SHORTEST;
    }
    return asked.compareTo(ProjectAction.LONGEST) > 0 ? ProjectAction.LONGEST : asked;
  }

  @Override
  public String name() {
    return name;
  }

  boolean dangerous() {
    return dangerous;
  }

  boolean isFor(String channelId) {
    return projects.isEmpty() || projects.contains(channelId);
  }

  /**
   * @param channelId the project whose last run is included; "" for any project
   */
  synchronized Offer offer(String channelId) {
    Optional<ActionRun> newest =
        last.values().stream()
            .filter(run -> channelId.isEmpty() || run.channelId().equals(channelId))
            .max(Comparator.comparing(ActionRun::from));
    return new Offer(
        name,
        ForeignText.of(title, 60),
        ForeignText.of(about, 300),
        dangerous,
        projects,
        limit.toSeconds(),
        newest);
  }

  /**
   * Begins a run.
   *
   * @throws ActionRefusedException if a run for this project, or too many for others, are in
   *     progress
   */
  synchronized Ticket begin(ProjectStatus project, Actor actor) {
    String id = project.channelId();
    calls
        .running(id)
        .ifPresent(
            before -> {
              throw new ActionRefusedException(
                  "%s was begun for %s at %s%s"
                      .formatted(
                          name,
                          id,
                          IsoTime.text(before.at()),
                          before.result().isDone()
                              ? "; its time is up, but it has not returned"
                              : " and still runs"),
                  false);
            });
    ActionRun begun =
        new ActionRun(
            name, id, State.RUNNING, "", means.clock().instant(), Optional.empty(), actor);
    CompletableFuture<ActionRun> decided;
    try {
      decided =
          calls.begin(
              id,
              () -> ended(begun, outcome(begun, project)),
              why -> ended(begun, ActionOutcome.failed(why)));
    } catch (RejectedExecutionException e) {
      throw new ActionRefusedException(
          ProjectAction.MOST_AT_ONCE + " runs of " + name + " go on; no other is begun now", false);
    }
    last.put(id, begun);
    CompletableFuture<ActionRun> recorded =
        decided
            .thenApply(this::noted)
            .thenApplyAsync(
                run -> {
                  means.audit().ended(run);
                  return run;
                },
                means.record());
    return new Ticket(begun, recorded);
  }

  private synchronized ActionRun noted(ActionRun ended) {
    // A later run of that project may have begun meanwhile.
    last.computeIfPresent(
        ended.channelId(), (id, run) -> run.from().isAfter(ended.from()) ? run : ended);
    return ended;
  }

  private ActionRun ended(ActionRun begun, ActionOutcome outcome) {
    return new ActionRun(
        name,
        begun.channelId(),
        outcome.ok() ? State.DONE : State.FAILED,
        ForeignText.of(outcome.text(), 500),
        begun.from(),
        Optional.of(means.clock().instant()),
        begun.actor());
  }

  private ActionOutcome outcome(ActionRun begun, ProjectStatus project) {
    try {
      means.audit().begun(begun);
    } catch (StoreException | ServiceAwayException e) {
      return ActionOutcome.failed(
          "not begun, because it could not be written to the audit record: " + e.getMessage());
    }
    try {
      return Objects.requireNonNull(action.run(project, begun.actor()), "outcome is null");
    } catch (Exception | Error thrown) {
      LOG.warn("project action threw action={} channelId={}", name, begun.channelId(), thrown);
      return ActionOutcome.failed(ForeignText.of(thrown));
    }
  }

  /** Counts all runs as ended, because the service was unregistered. */
  void close(String why) {
    calls.close(why);
  }
}
