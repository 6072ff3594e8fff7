package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Ends a server whose processes together use more memory than its definition allows. The server
 * then restarts like one that ended by itself, so one that always uses too much is given up.
 * Resident memory is cheap to read, but counts shared pages once for each process. Only if that sum
 * is too high, the proportional share decides (PSS, proc(5), smaps_rollup). It is read at most once
 * in ten seconds. Used on the project's queue only.
 */
public final class MemoryWatch {

  /** The number of checks in a row that must be too high; a single peak is ignored. */
  private static final int LOOKS = 2;

  private final SupervisorContext context;
  private final ProjectActor actor;
  private static final long SHARES_NANOS = Duration.ofSeconds(10).toNanos();

  private long incarnation;
  private int over;
  private boolean sharesRead;
  private long sharesAt;

  MemoryWatch(SupervisorContext context, ProjectActor actor) {
    this.context = context;
    this.actor = actor;
  }

  /** Checks the memory; the caller calls this every five seconds. */
  public void look() {
    long most = actor.runtime().definition().limits().memoryRestartBytes();
    Incarnation live = actor.live();
    if (most == 0 || live == null || live.ended()) {
      return;
    }
    Optional<List<Stat>> members = live.members(context.table().now());
    long used = members.map(MemoryWatch::bytes).orElse(0L);
    if (used > most) {
      long now = context.nanos();
      if (sharesRead && now - sharesAt < SHARES_NANOS) {
        return;
      }
      sharesRead = true;
      sharesAt = now;
      used = shares(members.get());
    }
    if (exceeds(live.number(), used, most)) {
      actor.handle(
          new EndEvent.MemoryExceeded(
              "its processes had "
                  + used
                  + " bytes of memory, more than memoryRestartBytes of "
                  + most));
    }
  }

  /** Returns whether that incarnation used too much at several checks in a row. */
  boolean exceeds(long number, long used, long most) {
    over = used <= most ? 0 : number == incarnation ? over + 1 : 1;
    incarnation = number;
    return over == LOOKS;
  }

  static long shares(List<Stat> members) {
    return members.stream().mapToLong(MemoryWatch::share).sum();
  }

  /** Returns the memory of one process: its own pages and its part of the shared ones. */
  private static long share(Stat process) {
    return Proc.proportionalBytes(process.identity().pid())
        .orElse(process.rssPages() * Proc.PAGE_BYTES);
  }

  static long bytes(List<Stat> members) {
    return members.stream().mapToLong(Stat::rssPages).sum() * Proc.PAGE_BYTES;
  }
}
