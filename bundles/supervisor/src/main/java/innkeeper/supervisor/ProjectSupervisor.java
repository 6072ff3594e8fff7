package innkeeper.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.log.LogWaitListener;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.store.ProjectStore.UnreadableProject;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProbeResult;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedPool;
import innkeeper.supervisor.lifecycle.DrainTracker;
import innkeeper.supervisor.lifecycle.IdleWrappers;
import innkeeper.supervisor.lifecycle.Journal;
import innkeeper.supervisor.lifecycle.Project;
import innkeeper.supervisor.lifecycle.StartOrder;
import innkeeper.supervisor.lifecycle.StoreAccess;
import innkeeper.supervisor.lifecycle.SupervisorContext;
import innkeeper.supervisor.lifecycle.WarmUp;
import innkeeper.supervisor.probe.Probing;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Sampler;
import innkeeper.supervisor.queue.Threads;
import innkeeper.supervisor.queue.Timers;
import innkeeper.supervisor.run.RunFiles;
import innkeeper.supervisor.run.RunWatch;
import innkeeper.supervisor.spawn.Launcher;
import innkeeper.supervisor.spawn.Neighbours;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service Supervisor: it has one actor a project, and gives all of them the same spawner,
 * timers and journal.
 */
final class ProjectSupervisor implements Supervisor, Loading, LogWaitListener, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ProjectSupervisor.class);
  private static final int LANE_THREADS = 4;
  private static final Duration LOAD_PATIENCE = Duration.ofSeconds(2);
  private static final Duration LOOK_PATIENCE = Duration.ofSeconds(2);
  private static final Duration CHANGE_PATIENCE = Duration.ofSeconds(5);

  private final Neighbours neighbours;
  private final ConcurrentMap<String, Project> projects = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, String> names = new ConcurrentHashMap<>();
  private final WatchedPool pool =
      Threads.pool(
          "supervisor", LANE_THREADS, Integer.MAX_VALUE, new ThreadPoolExecutor.AbortPolicy());
  private final Timers timers = new Timers();
  private final DrainTracker drains;
  private final Journal journal;
  private final Probing probing;
  private final Listeners listeners;
  private final StoreAccess stores;
  private final SupervisorContext context;
  private final Continuation continuation;
  private final Sampler sampler;
  private final Applier applier;
  private final RunWatch watch;
  private final Ticks ticks;
  private final CompletableFuture<Void> loaded = new CompletableFuture<>();

  /** The desired states of projects whose definition cannot be read, by channelId. */
  private final ConcurrentMap<String, Desired> unreadable = new ConcurrentHashMap<>();

  /** The reasons why logs wait for the disk, by log name. */
  private volatile Map<String, String> logWaits = Map.of();

  private volatile String loadFailure = "";
  private volatile String held = "";
  private volatile boolean closed;
  private volatile boolean down;

  ProjectSupervisor(Neighbours neighbours) throws IOException {
    this.neighbours = neighbours;
    RunFiles run = new RunFiles(neighbours.dataDir().resolve("run"));
    drains = new DrainTracker(neighbours.logs());
    journal = new Journal(neighbours.audit());
    ProcTable table = new ProcTable();
    Launcher launcher =
        new Launcher(run, neighbours.clock(), neighbours.environment(), neighbours.groups());
    probing =
        new Probing(timers, neighbours.logs(), launcher.signals(), table, neighbours.environment());
    listeners = new Listeners(neighbours.listeners());
    stores = new StoreAccess(neighbours.store());
    sampler = new Sampler(table, timers, pool);
    context =
        new SupervisorContext(
            run,
            launcher,
            table,
            timers,
            journal,
            drains,
            new IdleWrappers(),
            probing,
            names,
            new StartOrder(projects),
            neighbours.clock(),
            neighbours.random());
    continuation = new Continuation(run, context.launcher().bootId());
    applier = new Applier(this, stores, context, new DefinitionRecord(neighbours.redactor()));
    watch = RunEventRouter.from(run.dir(), this::byLogName, projects.values());
    ticks =
        new Ticks(
            projects.values(),
            timers,
            pool,
            run,
            watch,
            () -> neighbours.clock().millis() - Proc.uptimeMillis());
  }

  /**
   * Takes over the running servers and starts the wanted projects. Blocks until the store is there.
   *
   * @return false if the supervisor was closed before the end
   */
  boolean load() throws InterruptedException {
    Adoption adoption = new Adoption(this, context, stores, continuation, neighbours.asCopy());
    adoption.run(() -> closed || down);
    if (adoption.known()) {
      context
          .launcher()
          .groups()
          .sweep(Set.copyOf(projects.values().stream().map(p -> p.status().name()).toList()));
      loaded.complete(null);
    } else {
      // A normal completion would claim that there are no projects.
      loaded.completeExceptionally(new StoreException("the host stops, no project was loaded"));
    }
    if (!projects.isEmpty()) {
      context.launcher().prepare();
    }
    return !closed;
  }

  /** Returns the work that makes the first starts faster; it should run while the host is idle. */
  WarmUp warmUp() {
    return new WarmUp(
        context, projects.values(), () -> pool.getActiveCount() > 0, () -> closed || down);
  }

  /** Returns a future that completes when {@link #load} has ended. */
  CompletableFuture<Void> loaded() {
    return loaded;
  }

  @Override
  public Optional<String> notLoaded() {
    return known() ? Optional.empty() : Optional.of(loadFailure);
  }

  @Override
  public String held() {
    return held;
  }

  @Override
  public Optional<String> heldBack(String channelId) {
    return Optional.ofNullable(projects.get(channelId)).flatMap(Project::heldBack);
  }

  /** Notes that servers of the original directory run, of which this one is a copy. */
  void held(String why) {
    held = why;
  }

  private boolean known() {
    return loaded.isDone() && !loaded.isCompletedExceptionally();
  }

  /** Notes that the store could not be read; the caller tries again. */
  void loadFails(String why) {
    if (!why.equals(loadFailure)) {
      LOG.error("projects cannot be read, tried again reason={}", why);
    }
    loadFailure = why;
  }

  void unreadable(Collection<UnreadableProject> all) {
    all.forEach(one -> unreadable.put(one.channelId(), one.desired()));
  }

  /**
   * Returns the desired state of a project whose definition could not be read, and forgets it: the
   * project has a definition again, or is removed.
   */
  Optional<Desired> readable(String channelId) {
    return Optional.ofNullable(unreadable.remove(channelId));
  }

  @Override
  public Set<String> unreadable() {
    return Set.copyOf(unreadable.keySet());
  }

  /**
   * Waits until projects are loaded. Before that, the definitions are unknown and a change would
   * have no base.
   */
  void awaitLoaded() {
    awaitLoaded(CHANGE_PATIENCE);
  }

  /**
   * Waits until projects are loaded. A supervisor that was just swapped in knows its projects
   * within milliseconds. Until then, "unknown project" or an empty list would be a wrong answer.
   */
  private void awaitLoaded(Duration patience) {
    if (known()) {
      return;
    }
    try {
      loaded.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while projects were being loaded", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new StoreException(
          loadFailure.isEmpty()
              ? "projects are not loaded yet; try again in a few seconds, and if that lasts see:"
                  + " innkeeper surfaces"
              : "projects cannot be read: " + loadFailure,
          e);
    }
  }

  SupervisorContext context() {
    return context;
  }

  /**
   * Adds a project without a notification: its first transition follows at once and notifies the
   * listeners.
   */
  Project add(ProjectDefinition definition, Desired desired) {
    Project project =
        new Project(context, stores, pool, definition, desired, this::changed, () -> ticks.soon());
    projects.put(definition.channelId(), project);
    project.logWaits(logWaits.getOrDefault(definition.name(), ""));
    return project;
  }

  /** Notifies the listeners of a project that stays as it is. */
  void tell(Project project) {
    listeners.changed(project.status());
  }

  void drop(String channelId) {
    if (projects.remove(channelId) != null) {
      listeners.removed(channelId);
    }
  }

  Collection<Project> all() {
    return projects.values();
  }

  Optional<Project> get(String channelId) {
    return Optional.ofNullable(projects.get(channelId));
  }

  /** Finds a project by channelId, else by name. */
  Optional<Project> find(String id) {
    Project project = projects.get(id);
    if (project != null) {
      return Optional.of(project);
    }
    return projects.values().stream().filter(p -> p.status().name().equals(id)).findFirst();
  }

  private Project need(String id) {
    awaitLoaded();
    return find(id).orElseThrow(() -> new UnknownProjectException(id));
  }

  private Optional<Project> byLogName(String name) {
    String channelId = names.get(name);
    return channelId == null ? Optional.empty() : Optional.ofNullable(projects.get(channelId));
  }

  private void changed(ProjectStatus now) {
    listeners.changed(now);
    if (projects.containsKey(now.channelId()) && now.state() != ProjectState.STOPPED && !closed) {
      ticks.soon();
    }
  }

  @Override
  public void waiting(Map<String, String> logs) {
    logWaits = Map.copyOf(logs);
    for (Project project : projects.values()) {
      project.logWaits(logs.getOrDefault(project.definition().name(), ""));
    }
  }

  /** Notes that the logging surface has arrived or returned. */
  void logsCame() {
    drains.logsCame();
  }

  @Override
  public List<ProjectStatus> projects() {
    awaitLoaded(LOOK_PATIENCE);
    return projects.values().stream()
        .map(this::shown)
        .sorted(Comparator.comparing(ProjectStatus::name))
        .toList();
  }

  @Override
  public Optional<ProjectStatus> project(String id) {
    awaitLoaded(LOOK_PATIENCE);
    return find(id).map(this::shown);
  }

  /** Adds the resources that were last sampled. */
  private ProjectStatus shown(Project project) {
    return sampler.with(project.status());
  }

  @Override
  public Ticket start(String id, Actor actor) {
    return start(id, () -> actor);
  }

  @Override
  public Ticket start(String id, Supplier<Actor> actor) {
    return need(id).request("start", actor, false);
  }

  @Override
  public Ticket stop(String id, Actor actor) {
    return stop(id, () -> actor);
  }

  @Override
  public Ticket stop(String id, Supplier<Actor> actor) {
    Project project = need(id);
    try {
      return project.request("stop", actor, false);
    } finally {
      saveLater(project);
    }
  }

  /** Starts the ticks, which try again to save a stop that could not be saved. */
  void saveLater(Project project) {
    if (project.hasUnsaved()) {
      ticks.soon();
    }
  }

  @Override
  public Ticket restart(String id, Actor actor) {
    return restart(id, () -> actor);
  }

  @Override
  public Ticket restart(String id, Supplier<Actor> actor) {
    return need(id).request("restart", actor, false);
  }

  @Override
  public Ticket scheduled(String id, RunSchedule.Action action, Actor actor) {
    return need(id).request(action.word(), () -> actor, true);
  }

  @Override
  public void signal(String id, String signal, Actor actor) {
    need(id).signal(signal, actor);
  }

  @Override
  public List<ProjectDefinition> definitions() {
    awaitLoaded();
    return projects.values().stream()
        .filter(p -> !p.orphan())
        .map(Project::definition)
        .sorted(Comparator.comparing(ProjectDefinition::channelId))
        .toList();
  }

  @Override
  public Applied apply(
      Collection<ProjectDefinition> definitions, boolean prune, boolean dryRun, Actor actor) {
    if (down) {
      throw new StateConflictException("cannot apply: the host goes down; start it again");
    }
    return applier.apply(definitions, prune, dryRun, actor);
  }

  @Override
  public CompletableFuture<Void> remove(String id, Actor actor) {
    awaitLoaded();
    if (unreadable.containsKey(id)) {
      return applier.removeUnreadable(id, actor);
    }
    return applier.remove(need(id), actor);
  }

  @Override
  public Explanation why(String id) {
    Project project = need(id);
    return Explainer.explain(
        shown(project),
        project.definition(),
        project.actor().restartCause(),
        neighbours.logs().get(),
        neighbours.records().get(),
        neighbours.clock().instant());
  }

  @Override
  public List<ProbeResult> probeResults(String id) {
    return need(id).actor().recentProbes();
  }

  @Override
  public CompletableFuture<Void> shutdown(Duration deadline) {
    down = true;
    // A load in progress ends soon: it checks the flag between two projects.
    return loaded
        .copy()
        .completeOnTimeout(null, LOAD_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(notLoaded -> null)
        .thenCompose(
            loaded -> new Shutdown(List.copyOf(projects.values()), drains).run(deadline, timers))
        .thenRun(this::stopped);
  }

  private void stopped() {
    // A supervisor that was closed meanwhile has released its servers instead.
    if (!closed) {
      continuation.stopped();
    }
  }

  boolean closed() {
    return closed;
  }

  /** Ends a load in progress. */
  void stopLoading() {
    closed = true;
  }

  /** Releases all servers without touching them. */
  @Override
  public void close() {
    closed = true;
    try {
      if (watch != null) {
        watch.close();
      }
    } catch (IOException e) {
      LOG.warn("watch not closed error={}", e.getMessage());
    }
    CompletableFuture<?>[] released =
        projects.values().stream()
            .map(project -> project.queue().last(project.actor()::release))
            .toArray(CompletableFuture[]::new);
    // The journal is closed before the queues, because the queues cross off its written entries.
    journal.close();
    timers.close();
    pool.shutdown();
    try {
      CompletableFuture.allOf(released).completeOnTimeout(null, 2, TimeUnit.SECONDS).join();
      projects.values().forEach(project -> project.queue().cut());
      if (!pool.awaitTermination(2, TimeUnit.SECONDS)) {
        // An interrupt would break a write in progress; each step ends by itself.
        LOG.warn("supervision steps still run at close active={}", pool.getActiveCount());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    probing.close();
    listeners.close();
    context.launcher().close();
  }
}
