package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.lifecycle.State.Phase;
import innkeeper.supervisor.queue.SerialQueue;
import java.time.Duration;

/** Schedules the next check of a server after a step failed. Used on the project's queue only. */
final class Repair {

  /** The longest pause as a power of two: eight seconds. */
  private static final int LONGEST = 3;

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  /** The number of failed checks in a row. */
  private int failures;

  private boolean due;

  /** The reason that was displayed before the first failure. */
  private String before = "";

  Repair(SupervisorContext context, SerialQueue queue, ProjectActor actor) {
    this.context = context;
    this.queue = queue;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  /**
   * Schedules a check. The pauses grow while the check fails, too, for example for lack of a
   * descriptor.
   */
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
