package innkeeper.testkit;

import innkeeper.api.audit.Actor;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import innkeeper.api.supervisor.Supervisor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import java.util.function.Supplier;

/**
 * Projects in memory, without processes. A test adds projects and sets their states. When such a
 * call returns, all {@link ProjectListener listeners} have been called. A request takes effect at
 * once and is kept in {@link #requests}. Definitions are not kept. Safe for many threads.
 */
public final class FakeSupervisor implements Supervisor {

  private static final ProbeHealth ILL = new ProbeHealth(HealthStatus.FAIL, false, false, "");

  private final Clock clock;
  private final Supplier<List<ProjectListener>> listeners;
  private final Map<String, ProjectStatus> projects = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /**
   * Creates a supervisor without projects.
   *
   * @param clock gives the changes their times
   * @param listeners returns the listeners; called at each change
   */
  public FakeSupervisor(Clock clock, Supplier<List<ProjectListener>> listeners) {
    this.clock = clock;
    this.listeners = listeners;
  }

  /**
   * Adds a project that runs.
   *
   * @param channelId of the project, which is its name too
   */
  public void add(String channelId) {
    becomes(channelId, ProjectState.RUNNING, "");
  }

  /**
   * Sets the state of a project, and adds the project if it is missing.
   *
   * @param channelId of the project
   * @param state the new state
   * @param reason the reason, as {@link ProjectStatus#reason}
   */
  public void becomes(String channelId, ProjectState state, String reason) {
    set(channelId, state, reason, Optional.empty());
  }

  /**
   * Ends a project's server with a code; the project becomes EXITED.
   *
   * @param channelId of the project
   * @param code exit code; 128+n for signal n
   */
  public void exits(String channelId, int code) {
    Exit exit = new Exit(OptionalInt.of(code), "", clock.instant(), code == 0);
    set(channelId, ProjectState.EXITED, exit.sentence(), Optional.of(exit));
  }

  private ProjectStatus set(
      String channelId, ProjectState state, String reason, Optional<Exit> exit) {
    Optional<ProjectStatus> before = Optional.ofNullable(projects.get(channelId));
    boolean runs = state == ProjectState.RUNNING;
    long incarnation = before.map(b -> b.server().incarnation()).orElse(0L) + (runs ? 1 : 0);
    Instant at = clock.instant();
    ProjectStatus.Server server =
        new ProjectStatus.Server(
            incarnation,
            runs ? OptionalLong.of(1000 + incarnation) : OptionalLong.empty(),
            runs ? Optional.of(at) : before.flatMap(b -> b.server().startedAt()),
            false);
    Desired desired = state == ProjectState.STOPPED ? Desired.STOPPED : Desired.RUNNING;
    ProjectStatus now =
        new ProjectStatus(
            new ProjectStatus.Project(channelId, channelId),
            new ProjectStatus.Lifecycle(desired, state, at, reason),
            server,
            ProjectStatus.Restarts.NONE,
            exit.or(() -> before.flatMap(ProjectStatus::lastExit)),
            runs ? ProbeHealth.HEALTHY : ILL,
            Resources.NONE);
    projects.put(channelId, now);
    listeners.get().forEach(listener -> listener.changed(now));
    return now;
  }

  /**
   * Returns the requests so far.
   *
   * @return {@code start web}, {@code stop web}, {@code restart web}, {@code signal web HUP}, in
   *     order
   */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public List<ProjectStatus> projects() {
    return projects.values().stream().sorted(Comparator.comparing(ProjectStatus::name)).toList();
  }

  @Override
  public Optional<ProjectStatus> project(String id) {
    return Optional.ofNullable(projects.get(id));
  }

  @Override
  public Ticket start(String id, Actor actor) {
    return request("start", id, ProjectState.RUNNING);
  }

  @Override
  public Ticket stop(String id, Actor actor) {
    return request("stop", id, ProjectState.STOPPED);
  }

  @Override
  public Ticket restart(String id, Actor actor) {
    return request("restart", id, ProjectState.RUNNING);
  }

  private Ticket request(String action, String id, ProjectState target) {
    ProjectStatus before = known(id);
    requests.add(action + " " + id);
    boolean changed = before.state() != target || action.equals("restart");
    ProjectStatus now = changed ? set(id, target, "", Optional.empty()) : before;
    return new Ticket(action, id, changed, before, CompletableFuture.completedFuture(now));
  }

  private ProjectStatus known(String id) {
    return project(id).orElseThrow(() -> new UnknownProjectException(id));
  }

  @Override
  public void signal(String id, String signal, Actor actor) {
    known(id);
    requests.add("signal " + id + " " + signal);
  }

  @Override
  public List<ProjectDefinition> definitions() {
    return List.of();
  }

  @Override
  public Applied apply(
      Collection<ProjectDefinition> definitions, boolean prune, boolean dryRun, Actor actor) {
    List<String> added = new ArrayList<>();
    List<String> unchanged = new ArrayList<>();
    for (ProjectDefinition one : definitions) {
      (projects.containsKey(one.channelId()) ? unchanged : added).add(one.channelId());
    }
    if (!dryRun) {
      added.forEach(this::add);
    }
    return new Applied(added, List.of(), List.of(), List.of(), unchanged);
  }

  @Override
  public CompletableFuture<Void> remove(String id, Actor actor) {
    known(id);
    requests.add("remove " + id);
    projects.remove(id);
    listeners.get().forEach(listener -> listener.removed(id));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Explanation why(String id) {
    ProjectStatus status = known(id);
    return new Explanation(status, status.reason(), List.of(), "");
  }

  @Override
  public CompletableFuture<Void> shutdown(Duration deadline) {
    return CompletableFuture.completedFuture(null);
  }
}
