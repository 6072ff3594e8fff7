package innkeeper.supervisor.machine;

import static innkeeper.api.supervisor.ProjectState.STOPPED;
import static innkeeper.api.supervisor.ProjectState.UNKNOWN;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.queue.Lane;
import java.time.Duration;

/**
 * After a step that threw halfway, brings together what is said of a project and what is there.
 * Used on the project's queue only.
 */
final class Repair {

  private static final String FAILED = "a step of its supervision failed: ";

  /** Eight seconds, as a power of two. */
  private static final int LONGEST = 3;

  private final House house;
  private final Lane lane;
  private final Machine machine;
  private final Facts facts;

  /** How often in a row a look at what is there failed as well. */
  private int failures;

  private boolean due;

  Repair(House house, Lane lane, Machine machine) {
    this.house = house;
    this.lane = lane;
    this.machine = machine;
    this.facts = machine.facts();
  }

  void after(Throwable cause) {
    String why = FAILED + cause + "; bot.log says where";
    if (machine.live() != null) {
      lookLater(why);
    } else {
      withoutServer(why);
    }
  }

  private void withoutServer(String why) {
    switch (facts.state()) {
      case STARTING, RUNNING, STOPPING, STOPPED -> {
        machine.birth().abandon();
        machine.death().release();
        if (facts.desired() == Desired.STOPPED || machine.hostDown() || machine.vanishes()) {
          // So it should be, whatever failed.
          machine.settle(STOPPED, facts.state() == STOPPED ? facts.reason() : why);
          machine.vanishIfGone();
        } else {
          machine.birth().failed(why);
        }
      }
      case BACKOFF -> machine.birth().awaitRetry();
      default -> {
        facts.reason(why);
        machine.publish();
      }
    }
  }

  /** Less and less often while the look fails as well, for want of a descriptor for example. */
  private void lookLater(String why) {
    if (due) {
      return;
    }
    due = true;
    String before = facts.reason().startsWith(FAILED) ? "" : facts.reason();
    Duration pause = Duration.ofSeconds(1L << Math.min(failures++, LONGEST));
    house.timers().after(pause, () -> lane.later(() -> look(why, before)));
    if (facts.state() != UNKNOWN) {
      facts.reason(why);
      machine.publish();
    }
  }

  private void look(String why, String before) {
    due = false;
    if (machine.live() != null) {
      machine.death().lookAfresh();
    }
    failures = 0;
    if (facts.reason().equals(why)) {
      facts.reason(before);
      machine.publish();
    }
  }
}
