package innkeeper.supervisor.lifecycle;

import static innkeeper.api.supervisor.ProjectState.STOPPED;
import static innkeeper.api.supervisor.ProjectState.UNKNOWN;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.queue.SerialQueue;
import java.time.Duration;

/**
 * After a step that threw halfway, brings together what is said of a project and what is there.
 * Used on the project's queue only.
 */
final class Repair {

  private static final String FAILED = "a step of its supervision failed: ";

  /** Eight seconds, as a power of two. */
  private static final int LONGEST = 3;

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  /** How often in a row a look at what is there failed as well. */
  private int failures;

  private boolean due;

  Repair(SupervisorContext context, SerialQueue queue, ProjectActor actor) {
    this.context = context;
    this.queue = queue;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  void after(Throwable cause) {
    String why = FAILED + cause + "; bot.log says where";
    if (actor.live() != null) {
      lookLater(why);
    } else {
      withoutServer(why);
    }
  }

  private void withoutServer(String why) {
    switch (runtime.state()) {
      case STARTING, RUNNING, STOPPING, STOPPED -> {
        actor.birth().abandon();
        actor.death().release();
        if (runtime.desired() == Desired.STOPPED || actor.hostDown() || actor.vanishes()) {
          // So it should be, whatever failed.
          actor.settle(STOPPED, runtime.state() == STOPPED ? runtime.reason() : why);
          actor.vanishIfGone();
        } else {
          actor.birth().failed(why);
        }
      }
      case BACKOFF -> actor.birth().awaitRetry();
      default -> {
        runtime.reason(why);
        actor.publish();
      }
    }
  }

  /** Less and less often while the look fails as well, for want of a descriptor for example. */
  private void lookLater(String why) {
    if (due) {
      return;
    }
    due = true;
    String before = runtime.reason().startsWith(FAILED) ? "" : runtime.reason();
    Duration pause = Duration.ofSeconds(1L << Math.min(failures++, LONGEST));
    context.timers().after(pause, () -> queue.later(() -> look(why, before)));
    if (runtime.state() != UNKNOWN) {
      runtime.reason(why);
      actor.publish();
    }
  }

  private void look(String why, String before) {
    due = false;
    if (actor.live() != null) {
      actor.death().lookAfresh();
    }
    failures = 0;
    if (runtime.reason().equals(why)) {
      runtime.reason(before);
      actor.publish();
    }
  }
}
