package innkeeper.supervisor.machine;

import static innkeeper.api.supervisor.ProjectState.STARTING;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Instant;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A project's server that was there before this supervisor. Used on the project's queue only. */
public final class Takeover {

  private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);
  private static final String STOP = "it was to be stopped when the last host ended";
  private static final String RESTART = "it was to be restarted when the last host ended";

  private static final String UNTOLD = "it has ended; its wrapper has yet to write the exit code";

  private final House house;
  private final Machine machine;
  private final Facts facts;

  public Takeover(House house, Machine machine) {
    this.house = house;
    this.machine = machine;
    this.facts = machine.facts();
  }

  /** It lives. */
  public void adopt(Incarnation incarnation) {
    take(incarnation);
    if (facts.desired() == Desired.STOPPED) {
      machine.then(Then.STAY);
      machine.death().begin(STOP);
      return;
    }
    long pid = incarnation.server().orElseThrow().pid();
    LOG.info("project adopted channelId={} pid={}", facts.channelId(), pid);
    house.journal().append(facts.draft("project.adopt", "ok", "pid " + pid), () -> {});
    if (facts.startFollows()) {
      machine.then(Then.START);
      machine.death().begin(RESTART);
      return;
    }
    facts.ranBefore(incarnation);
    machine.health().begin(incarnation, "");
    machine.publish();
    if (!incarnation.serverAlive()) {
      // Its end was told before anyone knew whose it is.
      machine.death().exitAppeared(0);
    }
  }

  /** Between the host's word and the wrapper's answer when the last host ended. */
  public void unborn(Incarnation incarnation) {
    take(incarnation);
    machine.then(Then.JUDGE);
    if (facts.desired() == Desired.STOPPED) {
      machine.then(Then.STAY);
      machine.death().begin(STOP);
    } else {
      facts.to(STARTING, "");
      machine.publish();
      machine.death().news();
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
    machine.then(
        facts.desired() == Desired.STOPPED
            ? Then.STAY
            : facts.startFollows() ? Then.START : Then.JUDGE);
    if (code.isEmpty() && incarnation.wrapperAlive()) {
      machine.death().begin(UNTOLD);
    } else {
      incarnation.ended(code, -1, at);
      machine.death().endRest();
    }
  }

  /** There is a process without a definition: nothing is done to it; gone is called when it is. */
  public void orphan(Incarnation incarnation, String why, Runnable gone) {
    take(incarnation);
    machine.vanished(gone);
    machine.then(Then.JUDGE);
    machine.death().watch(why);
  }

  /** The last host was about to end it for good. */
  public void doomed(Incarnation incarnation, Runnable gone) {
    facts.desired(Desired.STOPPED);
    facts.removing(true);
    machine.vanished(gone);
    take(incarnation);
    machine.then(Then.STAY);
    machine.death().begin("its project was removed");
  }

  /** An orphan has a definition now. */
  public void defined(Desired desired) {
    Incarnation live = machine.live();
    facts.desired(desired);
    machine.vanished(null);
    if (live == null) {
      if (desired == Desired.RUNNING) {
        machine.boot();
      }
      return;
    }
    machine.death().release();
    if (live.serverAlive()) {
      adopt(live);
    } else {
      dead(live, live.exitCode(), house.clock().instant());
    }
  }

  private void take(Incarnation incarnation) {
    machine.live(incarnation);
    facts.adopted(incarnation);
  }
}
