package innkeeper.supervisor.lifecycle;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.supervisor.lifecycle.DesiredStateWriter.StateRequest;
import innkeeper.supervisor.queue.SerialQueue;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One project as its callers see it. Safe for many threads. */
public final class Project {

  private static final Logger LOG = LoggerFactory.getLogger(Project.class);

  private final StoreAccess stores;
  private final DesiredStateWriter desiredState;
  private final SerialQueue queue;
  private final ProjectActor lifecycle;
  private final Runnable unsaved;

  /**
   * The statuses of the present step, which listeners get when the step is done. Used on the queue
   * only.
   */
  private final Queue<ProjectStatus> untold = new ArrayDeque<>();

  private volatile ProjectStatus status;
  private volatile ProjectDefinition definition;
  private volatile boolean orphan;
  private volatile String logWait = "";
  private Desired requested;
  private StateRequest last;
  private String closed = "";

  /** True once its removal is written; its server may still be stopping. */
  private boolean leaving;

  /** The reason why only an operator may start it; "" without such a reason. */
  private String held = "";

  /**
   * @param changed takes each new status
   * @param unsaved called when a stop has yet to be saved
   */
  public Project(
      SupervisorContext context,
      StoreAccess stores,
      Executor pool,
      ProjectDefinition definition,
      Desired desired,
      Consumer<ProjectStatus> changed,
      Runnable unsaved) {
    this.stores = stores;
    this.unsaved = unsaved;
    this.desiredState = new DesiredStateWriter(stores, context, definition.channelId());
    this.queue = new SerialQueue(pool, failure -> actor().stepFailed(failure));
    this.definition = definition;
    this.lifecycle =
        new ProjectActor(context, queue, definition, desired, this::show, () -> tell(changed));
    requested = desired;
    this.status = lifecycle.status();
  }

  private void show(ProjectStatus now) {
    if (!now.equals(status)) {
      untold.add(now);
    }
    status = now;
  }

  private void tell(Consumer<ProjectStatus> changed) {
    for (ProjectStatus next = untold.poll(); next != null; next = untold.poll()) {
      changed.accept(next);
    }
  }

  public ProjectStatus status() {
    return status;
  }

  public ProjectDefinition definition() {
    return definition;
  }

  public ProjectActor actor() {
    return lifecycle;
  }

  public SerialQueue queue() {
    return queue;
  }

  /** Blocks scheduled starts until an operator has started the project. */
  public synchronized void hold(String why) {
    held = why;
  }

  /** Returns the reason why only an operator may start it; empty without such a reason. */
  public synchronized Optional<String> heldBack() {
    return Optional.of(held).filter(why -> !why.isEmpty());
  }

  public void signal(String signal, Actor actor) {
    queue.now(() -> lifecycle.signal(signal, actor));
    if (status.server().pid().isEmpty()) {
      throw new StateConflictException(
          "cannot signal " + status.channelId() + ": no server of it lives");
    }
  }

  /**
   * Requests a change of the desired state.
   *
   * @param action start, stop or restart
   * @param scheduled whether the schedule requests it; an earlier stop by an operator then stays in
   *     force
   */
  public Ticket request(String action, Supplier<Actor> actor, boolean scheduled) {
    Desired desired = action.equals("stop") ? Desired.STOPPED : Desired.RUNNING;
    CompletableFuture<ProjectStatus> settled = new CompletableFuture<>();
    boolean changed;
    boolean mine;
    boolean ahead;
    StateRequest request;
    // The lock guards the order: requests are written in the order in which they reach the queue.
    synchronized (this) {
      ProjectStatus now = status;
      refuse(action, now);
      if (scheduled) {
        refuseScheduled(action);
      }
      held = "";
      changed = changes(action, now);
      ahead = actsAhead(action);
      request = changed ? desiredState.add(action, desired, actor) : last;
      if (changed && !ahead) {
        queue.later(lifecycle.startSequence()::ahead);
        desiredState.write(request);
      }
      requested = changed ? desired : requested;
      last = request;
      mine = queue.offer(() -> act(action, settled));
    }
    // This runs without the lock, because it may complete futures and so run callers' code. The
    // signal or go command is sent fastest from this thread; the disk follows.
    if (mine) {
      queue.help();
    }
    if (changed && ahead) {
      writeBehind(request);
    } else if (!changed && request != null) {
      desiredState.confirm(request);
    }
    return new Ticket(action, status.channelId(), changed, status, settled);
  }

  /**
   * Returns whether a request acts before it is on disk. If the host dies in between, the request
   * was not answered yet, and the next host ends a server that is not wanted. A start acts early
   * only if the write will probably succeed and a stop can undo it. So a start of a project that is
   * already wanted is written first, like a restart.
   */
  private boolean actsAhead(String action) {
    return switch (action) {
      case "stop" -> true;
      case "start" -> requested == Desired.STOPPED && stores.sound();
      default -> false;
    };
  }

  private void writeBehind(StateRequest request) {
    try {
      desiredState.write(request);
    } catch (StoreException e) {
      synchronized (this) {
        if (last == request && request.desired() == Desired.RUNNING) {
          LOG.error("start not saved, taken back channelId={}", status.channelId());
          requested = Desired.STOPPED;
          last = null;
          queue.later(() -> lifecycle.handle(new RequestEvent.StartUnsaved()));
        }
      }
      throw e;
    } finally {
      if (desiredState.unsaved()) {
        unsaved.run();
      }
    }
  }

  private void act(String action, CompletableFuture<ProjectStatus> settled) {
    switch (action) {
      case "start" -> lifecycle.request(new RequestEvent.StartRequested(), true, settled);
      case "stop" -> lifecycle.request(new RequestEvent.StopRequested(), false, settled);
      default -> lifecycle.request(new RequestEvent.RestartRequested(), true, settled);
    }
  }

  private void refuse(String action, ProjectStatus now) {
    if (!closed.isEmpty()) {
      throw new StateConflictException("cannot " + action + " " + now.channelId() + ": " + closed);
    }
    if (now.state() == ProjectState.UNKNOWN) {
      throw new StateConflictException(
          "cannot " + action + " " + now.channelId() + ": its state is UNKNOWN: " + now.reason());
    }
  }

  private void refuseScheduled(String action) {
    if (!held.isEmpty()) {
      throw new StateConflictException("cannot " + action + " " + status.channelId() + ": " + held);
    }
    if (action.equals("restart") && requested == Desired.STOPPED) {
      throw new StateConflictException(
          "cannot restart " + status.channelId() + " by its schedule: it was stopped");
    }
  }

  private boolean changes(String action, ProjectStatus now) {
    return switch (action) {
      case "start" ->
          requested != Desired.RUNNING
              || switch (now.state()) {
                case STOPPED, EXITED, FATAL, BACKOFF -> true;
                default -> false;
              };
      case "stop" -> requested != Desired.STOPPED;
      default -> true;
    };
  }

  /** Puts a stop back in force that an earlier host could not save. */
  public void recallStop() {
    desiredState.recall();
  }

  /** Tries again to save a stop that could not be saved; blocks. */
  public void save() {
    desiredState.save();
  }

  /**
   * Notes that its log waits for the disk, and so does its server.
   *
   * @param why "" if it does not wait
   */
  public void logWaits(String why) {
    if (!why.equals(logWait)) {
      logWait = why;
      queue.later(() -> lifecycle.logWaits(why));
    }
  }

  /** Returns whether its server has no definition. */
  public boolean orphan() {
    return orphan;
  }

  public void orphan(boolean now) {
    orphan = now;
  }

  public boolean needsTick() {
    return desiredState.unsaved()
        || status.state() == ProjectState.STARTING
        || status.state() == ProjectState.BACKOFF
        || status.server().pid().isPresent();
  }

  public boolean hasUnsaved() {
    return desiredState.unsaved();
  }

  /** Replaces the definition from now on. */
  public void define(ProjectDefinition now) {
    definition = now;
    queue.now(() -> lifecycle.define(now));
  }

  /** Refuses all requests from now on, because the host goes down. */
  public void close() {
    synchronized (this) {
      closed = "the host goes down; start it again";
    }
    handle(new RequestEvent.HostGoesDown());
  }

  /** Refuses all requests from now on, and ends the running server. */
  public CompletableFuture<ProjectStatus> hostStops() {
    close();
    CompletableFuture<ProjectStatus> settled = new CompletableFuture<>();
    queue.now(() -> lifecycle.request(new RequestEvent.HostStopping(), false, settled));
    if (queue.over()) {
      // This supervisor has released the server: its successor stops it.
      settled.complete(status);
    }
    return settled;
  }

  /** Handles an event that no caller waits for. */
  public void handle(LifecycleEvent event) {
    queue.now(() -> lifecycle.handle(event));
  }

  /** Continues with an orphan whose definition has arrived. */
  public void adoptOrphan(Desired desired) {
    synchronized (this) {
      requested = desired;
    }
    orphan = false;
    queue.now(() -> lifecycle.defined(desired));
  }

  /**
   * Records whether the project is being removed. The next host ends a server that is still alive
   * then.
   */
  public void removing(boolean now) {
    queue.now(() -> lifecycle.removing(now));
  }

  public synchronized boolean leaving() {
    return leaving;
  }

  /**
   * Stops its server and then removes it.
   *
   * @param gone called when nothing of the server is left, or nothing more can be done
   */
  public void remove(Runnable gone) {
    synchronized (this) {
      closed = "it is being removed";
      leaving = true;
    }
    queue.now(() -> lifecycle.remove(gone));
  }
}
