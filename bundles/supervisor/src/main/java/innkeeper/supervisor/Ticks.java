package innkeeper.supervisor;

import innkeeper.supervisor.queue.Timers;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a second, while any server runs, at what no file tells; one timer for all. Safe for
 * many threads.
 */
final class Ticks {

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final int THOROUGH_EACH = 10;
  private static final int MEMORY_EACH = 5;

  /** So many wrappers are asked for in a tick: with more servers, each once in several ticks. */
  private static final int WRAPPERS = 25;

  private static final int MOST_TURNS = 4;
  private static final long CLOCK_SET_MS = 2000;
  private static final Logger LOG = LoggerFactory.getLogger(Ticks.class);

  private final Collection<Project> projects;
  private final Timers timers;
  private final Executor pool;
  private final boolean watched;
  private final LongSupplier clockOffset;
  private final AtomicBoolean ticking = new AtomicBoolean();
  private int ticks;
  private long offset;

  /**
   * @param projects changes under us
   * @param watched whether the run directory is; else each look is a thorough one
   * @param clockOffset by how many milliseconds the wall clock is ahead of one that nobody sets
   */
  Ticks(
      Collection<Project> projects,
      Timers timers,
      Executor pool,
      boolean watched,
      LongSupplier clockOffset) {
    this.projects = projects;
    this.timers = timers;
    this.pool = pool;
    this.watched = watched;
    this.clockOffset = clockOffset;
    this.offset = clockOffset.getAsLong();
  }

  /** There is, or may be, something to look at. */
  void soon() {
    if (ticking.compareAndSet(false, true)) {
      timers.after(TICK, this::tick);
    }
  }

  private void tick() {
    boolean more = true;
    try {
      more = look(++ticks % THOROUGH_EACH == 0 || !watched);
    } finally {
      // Also after a failure (no thread can be made any more): nobody else looks.
      ticking.set(false);
      if (more) {
        soon();
      }
    }
  }

  private boolean look(boolean thorough) {
    boolean more = false;
    long before = offset;
    offset = clockOffset.getAsLong();
    if (Math.abs(offset - before) > CLOCK_SET_MS) {
      LOG.info("wall clock was set by seconds={}", (offset - before) / 1000);
      projects.forEach(project -> project.queue().later(project.actor()::clockSet));
    }
    int turns = Math.min(MOST_TURNS, 1 + projects.size() / WRAPPERS);
    int turn = ticks;
    for (Project project : projects) {
      boolean asked = thorough || turn++ % turns == 0;
      if (project.needsTick()) {
        more = true;
        if (!project.actor().exitHandling().quiet(asked, thorough)) {
          project.queue().later(() -> project.actor().exitHandling().tick(thorough));
        }
        if (ticks % MEMORY_EACH == 0 && project.limitsMemory()) {
          project.queue().later(project.actor().memoryWatch()::look);
        }
        if (thorough && project.hasUnsaved()) {
          pool.execute(project::save);
        }
      }
    }
    return more;
  }
}
