package innkeeper.supervisor.lifecycle;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Instant;
import java.util.OptionalInt;

/** Adopts a project's server that ran before this supervisor. Used on the project's queue only. */
public final class ServerAdoption {

  private final SupervisorContext context;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  ServerAdoption(SupervisorContext context, ProjectActor actor) {
    this.context = context;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  /** Adopts a living server. */
  public void alive(Incarnation incarnation) {
    take(incarnation);
    long pid = incarnation.server().orElseThrow().pid();
    actor.handle(new AdoptionEvent.Adopted(pid, runtime.startFollowed()));
  }

  public void unborn(Incarnation incarnation) {
    take(incarnation);
    actor.handle(new AdoptionEvent.AdoptedUnborn());
  }

  /**
   * Adopts a server that ended while no supervisor ran.
   *
   * @param code empty also while the wrapper has not written it yet
   */
  public void dead(Incarnation incarnation, OptionalInt code, Instant at) {
    take(incarnation);
    incarnation.goneBefore();
    boolean told = code.isPresent() || !incarnation.wrapperAlive();
    if (told) {
      incarnation.ended(code, -1, at);
    }
    actor.handle(new AdoptionEvent.AdoptedEnded(told, runtime.startFollowed()));
  }

  /**
   * Watches a server that may belong to another host. The server is left alone, and no second one
   * starts.
   */
  public void unsure(Incarnation incarnation, String why) {
    incarnation.untouchable();
    take(incarnation);
    actor.handle(new AdoptionEvent.AdoptedUnsure(why));
  }

  /**
   * Watches a process without a definition, which is left alone.
   *
   * @param gone called when the process has ended
   */
  public void orphan(Incarnation incarnation, String why, Runnable gone) {
    take(incarnation);
    actor.gone(gone);
    actor.handle(new AdoptionEvent.AdoptedOrphan(why));
  }

  /** Ends a server that the last host was about to end for good. */
  public void removed(Incarnation incarnation, Runnable gone) {
    take(incarnation);
    runtime.removing(true);
    actor.gone(gone);
    actor.handle(new AdoptionEvent.AdoptedRemoved());
  }

  /** Continues with an orphan that has got a definition. */
  public void defined(Desired desired) {
    actor.gone(() -> {});
    actor.handle(new AdoptionEvent.Defined(desired));
  }

  /** Adopts the present incarnation again, from its state now. */
  void again() {
    Incarnation live = actor.live();
    actor.exitHandling().release();
    if (live.serverAlive()) {
      alive(live);
    } else {
      dead(live, live.exitCode(), context.clock().instant());
    }
  }

  private void take(Incarnation incarnation) {
    actor.live(incarnation);
    runtime.adopted(incarnation);
  }
}
