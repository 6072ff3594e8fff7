package innkeeper.rotation;

import innkeeper.api.thread.WatchedThread;
import innkeeper.rotation.disk.Failures;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread of rotation. It does the work that may take long, for which no writer
 * should wait. It repairs directories, forces new archives to disk, prunes, and writes the queued
 * log messages. The {@link Compressor} compresses archives.
 */
final class Housekeeper implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);
  private static final Duration QUIET = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration FORCE = Duration.ofSeconds(1);
  private static final Duration LONGEST_REST = Duration.ofMillis(200);
  private static final Duration JOIN = Duration.ofMillis(1500);

  private final Rotation rotation;
  private final RotationParts parts;
  private final ClockWatch clockWatch;
  private final LongSupplier nanos;
  private final Semaphore wake;
  private final Compressor compressor;
  private final DirectoryRepair opening;
  private final Thread thread;
  private String failure = "";
  private long forcedAt;
  private boolean steady = true;
  private volatile boolean closed;

  Housekeeper(
      Rotation rotation,
      RotationParts parts,
      ClockWatch watch,
      LongSupplier nanos,
      Semaphore wake) {
    this.rotation = rotation;
    this.parts = parts;
    this.clockWatch = watch;
    this.nanos = nanos;
    this.wake = wake;
    this.compressor = new Compressor(rotation, parts, nanos);
    this.forcedAt = nanos.getAsLong() - FORCE.toNanos();
    this.opening = new DirectoryRepair(rotation, parts);
    this.thread = new WatchedThread("rotation", this);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  void start() {
    thread.start();
    compressor.start();
  }

  Compressor compressor() {
    return compressor;
  }

  void close() {
    closed = true;
    compressor.close();
    wake.release();
    try {
      thread.join(JOIN.toMillis());
      compressor.join(JOIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    parts.reports().sayTo(LOG);
  }

  @Override
  public void run() {
    try {
      while (!closed) {
        long begun = nanos.getAsLong();
        Duration next = round();
        parts.reports().sayTo(LOG);
        long took = nanos.getAsLong() - begun;
        if (wake.tryAcquire(next.toNanos(), TimeUnit.NANOSECONDS)) {
          wake.drainPermits();
          rest(took);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Pauses after a round, so that this thread uses at most a fifth of a core even if logs rotate
   * fast.
   */
  private void rest(long roundNanos) throws InterruptedException {
    long nanosToRest = Math.min(LONGEST_REST.toNanos(), 4 * roundNanos);
    if (!closed) {
      TimeUnit.NANOSECONDS.sleep(nanosToRest);
    }
  }

  private Duration round() {
    try {
      opening.all();
      rotation.catchUp();
      keepHouse();
      failure = "";
      compressor.wake();
    } catch (IOException | RuntimeException e) {
      String message = e instanceof IOException io ? Failures.reason(io) : e.toString();
      if (!message.equals(failure)) {
        parts.reports().warn("archives could not be looked after: " + message);
      }
      failure = message;
    }
    return rotation.failures().isEmpty() && parts.unforced().isEmpty() ? QUIET : SOON;
  }

  /** Runs the urgent tasks: it applies the limits and frees disk space. */
  void keepHouse() throws IOException {
    boolean now = clockWatch.steady();
    if (steady && !now) {
      parts.reports().warn("clock stepped, no archive goes because of its age for an hour");
    }
    steady = now;
    parts.pruner().prune(rotation.paths(), rotation.limits(steady));
    forceNowAndThen();
  }

  /**
   * Forces new archives to disk, at most once a second. Each force makes the file system write
   * other data too, and can delay the writers.
   */
  private void forceNowAndThen() throws IOException {
    if (nanos.getAsLong() - forcedAt < FORCE.toNanos()) {
      return;
    }
    List<Path> unforced = new ArrayList<>();
    for (Path one = parts.unforced().poll(); one != null; one = parts.unforced().poll()) {
      unforced.add(one);
    }
    Set<Path> directories = new HashSet<>();
    for (Path archive : unforced) {
      directories.add(archive.getParent());
    }
    for (Path directory : directories) {
      parts.disk().force(directory);
      forcedAt = nanos.getAsLong();
    }
    for (Path archive : unforced) {
      try {
        parts.disk().force(archive);
      } catch (NoSuchFileException pruned) {
        // The archive was pruned before it was forced to disk.
      }
    }
  }
}
