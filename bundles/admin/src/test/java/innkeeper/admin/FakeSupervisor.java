package innkeeper.admin;

import innkeeper.api.audit.Actor;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProbeResult;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Projects without processes; a test says when what was asked for is reached. */
final class FakeSupervisor implements Supervisor {

  final Map<String, ProjectStatus> all = new ConcurrentHashMap<>();
  final List<ProjectDefinition> definitions = new CopyOnWriteArrayList<>();
  final List<ProbeResult> probes = new CopyOnWriteArrayList<>();
  final List<Actor> actors = new CopyOnWriteArrayList<>();
  final List<ProjectListener> listeners = new CopyOnWriteArrayList<>();
  final Map<String, CompletableFuture<ProjectStatus>> unsettled = new ConcurrentHashMap<>();

  /** Whether it is not known which projects there are. */
  volatile boolean unread;

  /** Whether requests are reached at once. */
  volatile boolean prompt = true;

  static ProjectStatus status(String id, String name, ProjectState state, String reason) {
    boolean lives = state == ProjectState.RUNNING || state == ProjectState.STOPPING;
    Instant since = Instant.now().minusSeconds(7423);
    return new ProjectStatus(
        new ProjectStatus.Project(id, name, OptionalInt.of(4300), Optional.empty()),
        new ProjectStatus.Lifecycle(
            state == ProjectState.STOPPED ? Desired.STOPPED : Desired.RUNNING,
            state,
            since,
            reason),
        new ProjectStatus.Server(
            1,
            lives ? OptionalLong.of(4711) : OptionalLong.empty(),
            lives ? Optional.of(since) : Optional.empty(),
            false),
        new ProjectStatus.Restarts(
            0,
            state == ProjectState.BACKOFF
                ? Optional.of(Instant.now().plusSeconds(40))
                : Optional.empty()),
        state == ProjectState.FATAL || state == ProjectState.BACKOFF
            ? Optional.of(new ProjectStatus.Exit(OptionalInt.of(137), "KILL", since, false))
            : Optional.empty(),
        new ProjectStatus.ProbeHealth(
            lives ? HealthStatus.PASS : HealthStatus.WARN, lives, lives, ""),
        lives ? new ProjectStatus.Resources(3.2, 187_334_656, 2) : ProjectStatus.Resources.NONE);
  }

  void put(ProjectStatus status) {
    all.put(status.channelId(), status);
    listeners.forEach(l -> l.changed(status));
  }

  void put(String id, ProjectState state) {
    put(status(id, all.containsKey(id) ? all.get(id).name() : id, state, ""));
  }

  @Override
  public List<ProjectStatus> projects() {
    if (unread) {
      throw new StoreException("projects cannot be read: malformed");
    }
    return all.values().stream().sorted(Comparator.comparing(ProjectStatus::name)).toList();
  }

  @Override
  public Optional<ProjectStatus> project(String id) {
    return Optional.ofNullable(all.get(id))
        .or(() -> all.values().stream().filter(p -> p.name().equals(id)).findFirst());
  }

  private Ticket ticket(String action, String id, ProjectState now, ProjectState then, Actor by) {
    ProjectStatus before = project(id).orElseThrow(() -> new UnknownProjectException(id));
    if (before.state() == ProjectState.UNKNOWN) {
      throw new StateConflictException("state is UNKNOWN; allowed: nothing");
    }
    actors.add(by);
    CompletableFuture<ProjectStatus> settled = new CompletableFuture<>();
    String channelId = before.channelId();
    boolean changed = before.state() != then || action.equals("restart");
    if (changed) {
      put(channelId, now);
    }
    if (prompt || !changed) {
      put(channelId, then);
      settled.complete(all.get(channelId));
    } else {
      unsettled.put(channelId, settled);
    }
    return new Ticket(action, channelId, changed, all.get(channelId), settled);
  }

  /** What was asked for is reached now. */
  void settle(String id, ProjectState state) {
    put(id, state);
    unsettled.remove(id).complete(all.get(id));
  }

  @Override
  public Ticket start(String id, Actor actor) {
    return ticket("start", id, ProjectState.STARTING, ProjectState.RUNNING, actor);
  }

  @Override
  public Ticket stop(String id, Actor actor) {
    return ticket("stop", id, ProjectState.STOPPING, ProjectState.STOPPED, actor);
  }

  @Override
  public Ticket restart(String id, Actor actor) {
    return ticket("restart", id, ProjectState.STOPPING, ProjectState.RUNNING, actor);
  }

  @Override
  public void signal(String id, String signal, Actor actor) {
    throw new StateConflictException("no server of " + id + " lives");
  }

  @Override
  public List<ProjectDefinition> definitions() {
    return List.copyOf(definitions);
  }

  @Override
  public List<ProbeResult> probeResults(String id) {
    return probes;
  }

  @Override
  public Applied apply(Collection<ProjectDefinition> d, boolean prune, boolean dry, Actor actor) {
    throw new UnsupportedOperationException("never over HTTP");
  }

  @Override
  public CompletableFuture<Void> remove(String id, Actor actor) {
    throw new UnsupportedOperationException("never over HTTP");
  }

  @Override
  public Explanation why(String id) {
    throw new UnsupportedOperationException("never over HTTP");
  }

  @Override
  public CompletableFuture<Void> shutdown(Duration deadline) {
    throw new UnsupportedOperationException("never over HTTP");
  }
}
