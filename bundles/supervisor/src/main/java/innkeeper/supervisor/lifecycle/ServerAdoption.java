package innkeeper.supervisor.lifecycle;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Instant;
import java.util.OptionalInt;

/** A project's server that was there before this supervisor. Used on the project's queue only. */
public final class ServerAdoption {

  private final SupervisorContext context;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  ServerAdoption(SupervisorContext context, ProjectActor actor) {
    this.context = context;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  /** It lives. */
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
   * It ended while no supervisor looked.
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

  /** It may be another host's: nothing is done to it, and none is started beside it. */
  public void unsure(Incarnation incarnation, String why) {
    incarnation.untouchable();
    take(incarnation);
    actor.handle(new AdoptionEvent.AdoptedUnsure(why));
  }

  /** There is a process without a definition: nothing is done to it; gone is called when it is. */
  public void orphan(Incarnation incarnation, String why, Runnable gone) {
    take(incarnation);
    actor.gone(gone);
    actor.handle(new AdoptionEvent.AdoptedOrphan(why));
  }

  /** The last host was about to end it for good. */
  public void removed(Incarnation incarnation, Runnable gone) {
    take(incarnation);
    runtime.removing(true);
    actor.gone(gone);
    actor.handle(new AdoptionEvent.AdoptedRemoved());
  }

  /** An orphan has a definition now. */
  public void defined(Desired desired) {
    actor.gone(() -> {});
    actor.handle(new AdoptionEvent.Defined(desired));
  }

  /** By what is known of it now. */
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
