package innkeeper.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.supervisor.machine.House;
import innkeeper.supervisor.machine.Machine;
import innkeeper.supervisor.machine.Stores;
import innkeeper.supervisor.machine.Takeover;
import innkeeper.supervisor.machine.Wishes;
import innkeeper.supervisor.machine.Wishes.Wish;
import innkeeper.supervisor.queue.Lane;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One project as those see it who ask for something. Safe for many threads. */
final class Project {

  private static final Logger LOG = LoggerFactory.getLogger(Project.class);

  private final Stores stores;
  private final Wishes wishes;
  private final Lane lane;
  private final Machine machine;
  private final Takeover takeover;
  private final Runnable unsaved;
  private volatile ProjectStatus status;
  private volatile ProjectDefinition definition;
  private volatile boolean orphan;
  private Desired wished;
  private Wish last;
  private String closed = "";

  /**
   * @param changed told of each new status
   * @param unsaved told that a stop is yet to be saved
   */
  Project(
      House house,
      Stores stores,
      Executor pool,
      ProjectDefinition definition,
      Desired desired,
      Consumer<ProjectStatus> changed,
      Runnable unsaved) {
    this.stores = stores;
    this.unsaved = unsaved;
    this.wishes = new Wishes(stores, house.run(), definition.channelId());
    this.lane = new Lane(pool, failure -> machine().stepFailed(failure));
    this.definition = definition;
    this.machine =
        new Machine(
            house,
            lane,
            definition,
            now -> {
              boolean news = !now.equals(status);
              status = now;
              if (news) {
                changed.accept(now);
              }
            });
    takeover = new Takeover(house, machine);
    machine.facts().desired(desired);
    wished = desired;
    this.status = machine.facts().status(null);
  }

  ProjectStatus status() {
    return status;
  }

  ProjectDefinition definition() {
    return definition;
  }

  Machine machine() {
    return machine;
  }

  Takeover takeover() {
    return takeover;
  }

  Lane lane() {
    return lane;
  }

  Ticket start(Supplier<Actor> actor) {
    return request("start", Desired.RUNNING, actor);
  }

  Ticket stop(Supplier<Actor> actor) {
    return request("stop", Desired.STOPPED, actor);
  }

  Ticket restart(Supplier<Actor> actor) {
    return request("restart", Desired.RUNNING, actor);
  }

  void signal(String signal, Actor actor) {
    lane.now(() -> machine.signal(signal, actor));
    if (status.pid().isEmpty()) {
      throw new StateConflictException(
          "cannot signal " + status.channelId() + ": no server of it lives");
    }
  }

  private Ticket request(String action, Desired desired, Supplier<Actor> actor) {
    CompletableFuture<ProjectStatus> settled = new CompletableFuture<>();
    boolean changed;
    boolean mine;
    boolean ahead;
    Wish wish;
    // Guards the order: in which wishes are written, in that they reach the queue.
    synchronized (this) {
      ProjectStatus now = status;
      refuse(action, now);
      changed = changes(action, now);
      ahead = actsAhead(action);
      wish = changed ? wishes.add(action, desired, actor) : last;
      if (changed && !ahead) {
        lane.later(machine.birth()::ahead);
        wishes.write(wish);
      }
      wished = changed ? desired : wished;
      last = wish;
      mine = lane.offer(() -> act(action, settled));
    }
    // Without the lock, for here those are called who wait for what becomes of a request. An end
    // takes its time on its own, and the disk meanwhile; a start is at its quickest right here.
    if (mine && changed && desired == Desired.STOPPED) {
      lane.handOver();
    } else if (mine) {
      lane.help();
    }
    if (changed && ahead) {
      writeBehind(wish);
    } else if (!changed && wish != null) {
      wishes.confirm(wish);
    }
    return new Ticket(action, status.channelId(), changed, status, settled);
  }

  /**
   * What is done before it is on disk: a host that dies in between has answered nobody, and its
   * successor ends a server that is not wanted. A start only where the write will most likely
   * succeed, and can be taken back by a stop: of a project that is wanted already it is written
   * first, like a restart.
   */
  private boolean actsAhead(String action) {
    return switch (action) {
      case "stop" -> true;
      case "start" -> wished == Desired.STOPPED && stores.sound();
      default -> false;
    };
  }

  private void writeBehind(Wish wish) {
    try {
      wishes.write(wish);
    } catch (StoreException e) {
      synchronized (this) {
        if (last == wish && wish.desired() == Desired.RUNNING) {
          LOG.error("start not saved, taken back channelId={}", status.channelId());
          wished = Desired.STOPPED;
          last = null;
          lane.later(machine::takeBack);
        }
      }
      throw e;
    } finally {
      if (wishes.unsaved()) {
        unsaved.run();
      }
    }
  }

  private void act(String action, CompletableFuture<ProjectStatus> settled) {
    switch (action) {
      case "start" -> machine.start(settled);
      case "stop" -> machine.stop(settled);
      default -> machine.restart(settled);
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

  private boolean changes(String action, ProjectStatus now) {
    return switch (action) {
      case "start" ->
          wished != Desired.RUNNING
              || switch (now.state()) {
                case STOPPED, EXITED, FATAL, BACKOFF -> true;
                default -> false;
              };
      case "stop" -> wished != Desired.STOPPED;
      default -> true;
    };
  }

  /** A stop that an earlier host could not save is in force. */
  void recallStop() {
    wishes.recall();
  }

  /** Tries again to save a stop that could not be saved; blocks. */
  void save() {
    wishes.save();
  }

  /** A server whose project is not defined. */
  boolean orphan() {
    return orphan;
  }

  void orphan(boolean now) {
    orphan = now;
  }

  boolean needsTick() {
    return wishes.unsaved()
        || status.state() == ProjectState.STARTING
        || status.state() == ProjectState.BACKOFF
        || status.pid().isPresent();
  }

  boolean hasUnsaved() {
    return wishes.unsaved();
  }

  /** The definition is another from now on. */
  void define(ProjectDefinition now) {
    definition = now;
    lane.now(() -> machine.define(now));
  }

  /** Nothing starts by request any more. */
  void close() {
    synchronized (this) {
      closed = "the host goes down; start it again";
    }
    lane.now(machine::hostGoesDown);
  }

  /** Nothing starts any more, and what runs ends. */
  CompletableFuture<ProjectStatus> hostStops() {
    close();
    CompletableFuture<ProjectStatus> settled = new CompletableFuture<>();
    lane.now(() -> machine.hostStops(settled));
    if (lane.over()) {
      // This supervisor has let go: the server is its successor's to stop.
      settled.complete(status);
    }
    return settled;
  }

  /** By a definition that is new. */
  void boot() {
    lane.now(machine::boot);
  }

  /** By a definition that was changed. */
  void renew() {
    lane.now(machine::renew);
  }

  /** The definition that it lacked has come. */
  void adoptOrphan(Desired desired) {
    synchronized (this) {
      wished = desired;
    }
    orphan = false;
    lane.now(() -> takeover.defined(desired));
  }

  /** Remembered over the host's death: a server that is still there is then ended. */
  void removing(boolean now) {
    lane.now(() -> machine.facts().removing(now));
  }

  /** Stops it; gone is called when nothing of it is left, or nothing more can be done. */
  void remove(Runnable gone) {
    synchronized (this) {
      closed = "it is being removed";
    }
    lane.now(() -> machine.remove(gone));
  }
}
