package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.lifecycle.State.Phase;
import java.time.Duration;

/** Schedules the next check of a server after a step failed. */
final class Repair extends ActorPart {

  /** The longest pause as a power of two: eight seconds. */
  private static final int LONGEST = 3;

  /** The number of failed checks in a row. */
  private int failures;

  private boolean due;

  /** The reason that was displayed before the first failure. */
  private String before = "";

  Repair(ProjectActor actor) {
    super(actor);
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
