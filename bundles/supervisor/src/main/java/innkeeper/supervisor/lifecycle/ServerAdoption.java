package innkeeper.supervisor.lifecycle;

import static innkeeper.api.supervisor.ProjectState.STARTING;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Instant;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A project's server that was there before this supervisor. Used on the project's queue only. */
public final class ServerAdoption {

  private static final Logger LOG = LoggerFactory.getLogger(ServerAdoption.class);
  private static final String STOP = "it was to be stopped when the last host ended";
  private static final String RESTART = "it was to be restarted when the last host ended";

  private static final String UNTOLD = "it has ended; its wrapper has yet to write the exit code";

  private final SupervisorContext context;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  public ServerAdoption(SupervisorContext context, ProjectActor actor) {
    this.context = context;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  /** It lives. */
  public void adopt(Incarnation incarnation) {
    take(incarnation);
    if (runtime.desired() == Desired.STOPPED) {
      actor.then(NextAction.STAY);
      actor.death().begin(STOP);
      return;
    }
    long pid = incarnation.server().orElseThrow().pid();
    LOG.info("project adopted channelId={} pid={}", runtime.channelId(), pid);
    context.journal().append(runtime.draft("project.adopt", "ok", "pid " + pid), () -> {});
    if (runtime.startFollows()) {
      actor.then(NextAction.START);
      actor.death().begin(RESTART);
      return;
    }
    runtime.ranBefore(incarnation);
    actor.health().begin(incarnation, "");
    actor.publish();
    if (!incarnation.serverAlive()) {
      // Its end was told before anyone knew whose it is.
      actor.death().exitAppeared(0);
    }
  }

  /** Between the host's word and the wrapper's answer when the last host ended. */
  public void unborn(Incarnation incarnation) {
    take(incarnation);
    actor.then(NextAction.JUDGE);
    if (runtime.desired() == Desired.STOPPED) {
      actor.then(NextAction.STAY);
      actor.death().begin(STOP);
    } else {
      runtime.to(STARTING, "");
      actor.publish();
      actor.death().news();
    }
  }

  /**
   * It ended while no supervisor looked.
   *
   * @param code empty also while the wrapper has not written it yet
   */
  public void dead(Incarnation incarnation, OptionalInt code, Instant at) {
    take(incarnation);
    incarnation.goneBefore();
    actor.then(
        runtime.desired() == Desired.STOPPED
            ? NextAction.STAY
            : runtime.startFollows() ? NextAction.START : NextAction.JUDGE);
    if (code.isEmpty() && incarnation.wrapperAlive()) {
      actor.death().begin(UNTOLD);
    } else {
      incarnation.ended(code, -1, at);
      actor.death().endRest();
    }
  }

  /** There is a process without a definition: nothing is done to it; gone is called when it is. */
  public void orphan(Incarnation incarnation, String why, Runnable gone) {
    take(incarnation);
    actor.vanished(gone);
    actor.then(NextAction.JUDGE);
    actor.death().watch(why);
  }

  /** The last host was about to end it for good. */
  public void doomed(Incarnation incarnation, Runnable gone) {
    runtime.desired(Desired.STOPPED);
    runtime.removing(true);
    actor.vanished(gone);
    take(incarnation);
    actor.then(NextAction.STAY);
    actor.death().begin("its project was removed");
  }

  /** An orphan has a definition now. */
  public void defined(Desired desired) {
    Incarnation live = actor.live();
    runtime.desired(desired);
    actor.vanished(null);
    if (live == null) {
      if (desired == Desired.RUNNING) {
        actor.boot();
      }
      return;
    }
    actor.death().release();
    if (live.serverAlive()) {
      adopt(live);
    } else {
      dead(live, live.exitCode(), context.clock().instant());
    }
  }

  private void take(Incarnation incarnation) {
    actor.live(incarnation);
    runtime.adopted(incarnation);
  }
}
