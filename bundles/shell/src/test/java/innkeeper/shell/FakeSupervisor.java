package innkeeper.shell;

import innkeeper.api.audit.Actor;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Keeps what it is told and starts nothing. */
final class FakeSupervisor implements Supervisor {

  /** Whose requests are done but cannot be written down. */
  final Set<String> unsaved = new HashSet<>();

  final Map<String, ProjectDefinition> definitions = new LinkedHashMap<>();
  final Map<String, ProjectState> states = new LinkedHashMap<>();
  final List<Actor> actors = new ArrayList<>();
  Instant since = Instant.parse("2026-11-21T05:40:00Z");

  private final Map<String, Integer> restarted = new HashMap<>();

  /** Where a start of these ends. */
  final Map<String, ProjectState> ends = new HashMap<>();

  /** What the probe of all servers sees; "" for one that is ready. */
  String notReady = "";

  /** A running server ends after its status was read so often; 0 for never. */
  int endsAfterReads;

  /** Whether a start is ever reached. */
  boolean reaches = true;

  @Override
  public synchronized List<ProjectStatus> projects() {
    return definitions.values().stream().map(this::status).toList();
  }

  @Override
  public synchronized Optional<ProjectStatus> project(String id) {
    return definitions.values().stream()
        .filter(d -> d.channelId().equals(id) || d.name().equals(id))
        .findFirst()
        .map(this::status);
  }

  private ProjectStatus status(ProjectDefinition d) {
    ProjectState state = states.getOrDefault(d.channelId(), ProjectState.STOPPED);
    if (state == ProjectState.RUNNING && endsAfterReads > 0 && --endsAfterReads == 0) {
      state = ProjectState.FATAL;
      states.put(d.channelId(), state);
    }
    boolean runs = state == ProjectState.RUNNING;
    return new ProjectStatus(
        new ProjectStatus.Project(d.channelId(), d.name(), d.port(), Optional.empty()),
        new ProjectStatus.Lifecycle(
            runs ? Desired.RUNNING : Desired.STOPPED,
            state,
            since,
            ends.containsValue(state)
                ? "exited with code 1"
                : state == ProjectState.FATAL ? "exited with 1, eleven times" : ""),
        new ProjectStatus.Server(
            1 + restarted.getOrDefault(d.channelId(), 0),
            runs ? OptionalLong.of(4711) : OptionalLong.empty(),
            runs ? Optional.of(since) : Optional.empty(),
            false),
        ProjectStatus.Restarts.NONE,
        ends.containsValue(state)
            ? Optional.of(new ProjectStatus.Exit(OptionalInt.of(1), "", since, false))
            : Optional.empty(),
        new ProjectStatus.ProbeHealth(
            HealthStatus.PASS, runs, runs && notReady.isEmpty(), notReady),
        runs ? new ProjectStatus.Resources(12.5, 3 << 19, 1) : ProjectStatus.Resources.NONE);
  }

  private synchronized Ticket move(String action, String id, Actor actor, ProjectState to) {
    actors.add(actor);
    String channelId = project(id).orElseThrow(() -> new UnknownProjectException(id)).channelId();
    if (states.get(channelId) == ProjectState.UNKNOWN) {
      throw new StateConflictException(channelId + " is UNKNOWN; nothing can be done");
    }
    boolean changed = states.put(channelId, to) != to;
    if (unsaved.contains(channelId)) {
      throw new StoreException(channelId + " could not be saved: locked");
    }
    ProjectStatus now = project(channelId).orElseThrow();
    CompletableFuture<ProjectStatus> settled =
        reaches ? CompletableFuture.completedFuture(now) : new CompletableFuture<>();
    return new Ticket(action, channelId, changed, now, settled);
  }

  @Override
  public Ticket start(String id, Actor actor) {
    ProjectState end = ends.getOrDefault(id, ProjectState.RUNNING);
    return move("start", id, actor, reaches ? end : ProjectState.STARTING);
  }

  @Override
  public Ticket stop(String id, Actor actor) {
    return move("stop", id, actor, ProjectState.STOPPED);
  }

  @Override
  public Ticket restart(String id, Actor actor) {
    return move("restart", id, actor, ProjectState.RUNNING);
  }

  @Override
  public void signal(String id, String signal, Actor actor) {
    throw new StateConflictException("no server of " + id + " lives");
  }

  @Override
  public synchronized List<ProjectDefinition> definitions() {
    return List.copyOf(definitions.values());
  }

  @Override
  public synchronized Applied apply(
      Collection<ProjectDefinition> wanted, boolean prune, boolean dryRun, Actor actor) {
    actors.add(actor);
    List<String> mistakes = Definitions.mistakesAmong(wanted);
    if (!mistakes.isEmpty()) {
      throw new DefinitionException(mistakes);
    }
    List<String> added = new ArrayList<>();
    List<String> changed = new ArrayList<>();
    List<String> again = new ArrayList<>();
    List<String> unchanged = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    List<String> named = new ArrayList<>();
    for (ProjectDefinition d : wanted) {
      named.add(d.channelId());
      ProjectDefinition old = definitions.get(d.channelId());
      if (old == null) {
        added.add(d.channelId());
      } else if (old.equals(d)) {
        unchanged.add(d.channelId());
      } else {
        changed.add(d.channelId());
        if (d.needsRestartAfter(old) && states.get(d.channelId()) == ProjectState.RUNNING) {
          again.add(d.channelId());
        }
      }
    }
    if (prune) {
      definitions.keySet().stream().filter(id -> !named.contains(id)).forEach(removed::add);
    }
    if (!dryRun) {
      removed.forEach(definitions::remove);
      again.forEach(id -> restarted.merge(id, 1, Integer::sum));
      for (ProjectDefinition d : wanted) {
        definitions.put(d.channelId(), d);
        states.putIfAbsent(
            d.channelId(),
            d.autostart()
                ? ends.getOrDefault(d.channelId(), ProjectState.RUNNING)
                : ProjectState.STOPPED);
      }
    }
    return new Applied(added, changed, again, removed, unchanged);
  }

  @Override
  public synchronized CompletableFuture<Void> remove(String id, Actor actor) {
    definitions.remove(id);
    states.remove(id);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Explanation why(String id) {
    ProjectStatus status = project(id).orElseThrow(() -> new UnknownProjectException(id));
    return new Explanation(
        status,
        "it ended by itself",
        List.of("exit code 1", "last line: boom", "log: boom"),
        "next try in 4 s");
  }

  @Override
  public CompletableFuture<Void> shutdown(Duration deadline) {
    return CompletableFuture.completedFuture(null);
  }
}
