package innkeeper.supervisor;

import innkeeper.supervisor.lifecycle.Project;
import innkeeper.supervisor.process.ReservedDescriptors;
import innkeeper.supervisor.queue.Timers;
import innkeeper.supervisor.run.RunFiles;
import innkeeper.supervisor.run.RunWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks, while any server runs, what no file event reports: every five seconds, and once a second
 * while something is wrong. One timer serves all projects. Safe for many threads.
 */
final class Ticks {

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration REST = Duration.ofSeconds(5);
  private static final long THOROUGH_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long MEMORY_NANOS = Duration.ofSeconds(5).toNanos();

  /** The time by which a timer may fire early. */
  private static final long SLACK_NANOS = Duration.ofMillis(100).toNanos();

  private static final long CLOCK_SET_MS = 2000;
  private static final Logger LOG = LoggerFactory.getLogger(Ticks.class);

  private final Collection<Project> projects;
  private final Timers timers;
  private final Executor pool;
  private final RunFiles run;
  private final RunWatch watch;
  private final LongSupplier clockOffset;
  private final AtomicBoolean ticking = new AtomicBoolean();
  private long thoroughAt;
  private long memoryAt;
  private long offset;

  /**
   * @param projects other threads may change it
   * @param watch watches the run directory; if it is null, each check is thorough
   * @param clockOffset the wall clock minus a clock that cannot be set, in milliseconds
   */
  Ticks(
      Collection<Project> projects,
      Timers timers,
      Executor pool,
      RunFiles run,
      RunWatch watch,
      LongSupplier clockOffset) {
    this.projects = projects;
    this.timers = timers;
    this.pool = pool;
    this.run = run;
    this.watch = watch;
    this.clockOffset = clockOffset;
    this.offset = clockOffset.getAsLong();
  }

  /** Starts the ticks, because there may be something to check. */
  void soon() {
    after(TICK);
  }

  private void after(Duration pause) {
    if (ticking.compareAndSet(false, true)) {
      timers.after(pause, this::tick);
    }
  }

  private void tick() {
    // The next tick is scheduled after a failure, too (no thread can be made): nothing else checks.
    Optional<Duration> next = Optional.of(TICK);
    try {
      next = look();
    } finally {
      ticking.set(false);
      next.ifPresent(this::after);
    }
  }

  /** Checks all projects; returns the pause until the next check, empty while nothing runs. */
  private Optional<Duration> look() {
    boolean more = false;
    boolean amiss = watch == null;
    boolean thorough = due(thoroughAt, THOROUGH_NANOS) || amiss;
    boolean memory = due(memoryAt, MEMORY_NANOS);
    thoroughAt = thorough ? System.nanoTime() : thoroughAt;
    memoryAt = memory ? System.nanoTime() : memoryAt;
    compareClocks();
    compareDirectories();
    ReservedDescriptors.look();
    for (Project project : projects) {
      if (project.needsTick()) {
        more = true;
        if (!project.actor().exitHandling().quiet(thorough)) {
          amiss = true;
          project.queue().later(() -> project.actor().exitHandling().tick(thorough));
        }
        if (memory && project.definition().limits().memoryRestartBytes() > 0) {
          project.queue().later(project.actor().memoryWatch()::look);
        }
        if (thorough && project.hasUnsaved()) {
          pool.execute(project::save);
        }
      }
    }
    return more ? Optional.of(amiss ? TICK : REST) : Optional.empty();
  }

  private static boolean due(long last, long nanos) {
    return System.nanoTime() - last > nanos - SLACK_NANOS;
  }

  /** Writes the records again if run/ was replaced: the capture finds a server's output by them. */
  private void compareDirectories() {
    try {
      if (run.remade()) {
        LOG.warn("run directory was removed or moved, records of servers are written again");
        if (watch != null) {
          watch.renew();
        }
        projects.forEach(project -> project.queue().later(project.actor()::writeAgain));
      }
    } catch (IOException e) {
      LOG.warn("run directory is missing error={}", e.toString());
    }
  }

  private void compareClocks() {
    long before = offset;
    offset = clockOffset.getAsLong();
    if (Math.abs(offset - before) > CLOCK_SET_MS) {
      LOG.info("wall clock was set by seconds={}", (offset - before) / 1000);
      projects.forEach(project -> project.queue().later(project.actor()::publish));
    }
  }
}
