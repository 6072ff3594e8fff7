package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.spawn.Incarnation;
import java.util.List;

/**
 * Ends a server whose processes together have more resident memory than its definition allows; it
 * starts again like one that ended by itself, so that one that always has too much is given up.
 * Used on the project's queue only.
 */
public final class MemoryWatch {

  /** A peak that is gone at the next look is none. */
  private static final int LOOKS = 2;

  private final SupervisorContext context;
  private final ProjectActor actor;
  private long incarnation;
  private int over;

  MemoryWatch(SupervisorContext context, ProjectActor actor) {
    this.context = context;
    this.actor = actor;
  }

  /** To be called each five seconds. */
  public void look() {
    long most = actor.runtime().definition().limits().memoryRestartBytes();
    Incarnation live = actor.live();
    if (most == 0 || live == null || live.ended()) {
      return;
    }
    long used = live.members(context.table().now()).map(MemoryWatch::bytes).orElse(0L);
    if (exceeds(live.number(), used, most)) {
      actor.handle(
          new EndEvent.MemoryExceeded(
              "its processes had "
                  + used
                  + " bytes of memory, more than memoryRestartBytes of "
                  + most));
    }
  }

  /** Whether that incarnation had too much at several looks in a row. */
  boolean exceeds(long number, long used, long most) {
    over = used <= most ? 0 : number == incarnation ? over + 1 : 1;
    incarnation = number;
    return over == LOOKS;
  }

  private static long bytes(List<Stat> members) {
    return members.stream().mapToLong(Stat::rssPages).sum() * Proc.PAGE_BYTES;
  }
}
