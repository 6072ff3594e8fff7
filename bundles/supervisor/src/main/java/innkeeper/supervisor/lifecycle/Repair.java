package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.lifecycle.State.Phase;
import innkeeper.supervisor.queue.SerialQueue;
import java.time.Duration;

/**
 * After a step that threw while there was a server: when to look at it again. Used on the project's
 * queue only.
 */
final class Repair {

  /** Eight seconds, as a power of two. */
  private static final int LONGEST = 3;

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  /** How often in a row a look at what is there failed as well. */
  private int failures;

  private boolean due;

  /** What was shown before the first failure. */
  private String before = "";

  Repair(SupervisorContext context, SerialQueue queue, ProjectActor actor) {
    this.context = context;
    this.queue = queue;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  /** Less and less often while the look fails as well, for want of a descriptor for example. */
  void lookLater(String why) {
    if (due) {
      return;
    }
    due = true;
    if (failures == 0) {
      before = runtime.reason();
    }
    Duration pause = Duration.ofSeconds(1L << Math.min(failures++, LONGEST));
    context.timers().after(pause, () -> queue.later(() -> look(why)));
    if (actor.state().phase() != Phase.UNKNOWN) {
      runtime.reason(why);
      actor.publish();
    }
  }

  private void look(String why) {
    due = false;
    actor.handle(new EndEvent.LookDue());
    if (due) {
      return;
    }
    failures = 0;
    if (runtime.reason().equals(why)) {
      runtime.reason(before);
      actor.publish();
    }
  }
}
