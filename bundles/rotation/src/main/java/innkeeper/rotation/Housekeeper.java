package innkeeper.rotation;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rotation's one thread: everything that may take long and no writer should wait for. It puts
 * directories in order, forces fresh archives to disk, prunes, compresses, and says what there is
 * to say.
 */
final class Housekeeper implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);
  private static final Duration QUIET = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration FORCE = Duration.ofSeconds(1);
  private static final Duration AGAIN = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration JOIN = Duration.ofMillis(1500);

  private final Rotation rotation;
  private final Parts parts;
  private final ClockWatch clockWatch;
  private final LongSupplier nanos;
  private final Semaphore wake;
  private final Compression compression;
  private final Pairs pairs;
  private final Opening opening;
  private final Thread thread;
  private final Map<Archive, Long> failedAt = new HashMap<>();
  private final Set<Path> different = new HashSet<>();
  private String failure = "";
  private long forcedAt;
  private boolean steady = true;
  private volatile boolean closed;

  Housekeeper(
      Rotation rotation, Parts parts, ClockWatch watch, LongSupplier nanos, Semaphore wake) {
    this.rotation = rotation;
    this.parts = parts;
    this.clockWatch = watch;
    this.nanos = nanos;
    this.wake = wake;
    this.compression = new Compression(parts.disk(), () -> closed);
    this.forcedAt = nanos.getAsLong() - FORCE.toNanos();
    this.opening = new Opening(rotation, parts);
    this.pairs = new Pairs(parts.disk());
    this.thread = new Thread(this, "rotation");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  void start() {
    thread.start();
  }

  /** Drops what it is doing; a half-made .gz is taken away. */
  void close() {
    closed = true;
    wake.release();
    try {
      thread.join(JOIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    parts.reports().sayTo(LOG);
  }

  @Override
  public void run() {
    try {
      new Rehearsal(parts.disk(), rotation.dataDir().resolve("run")).run();
      while (!closed) {
        Duration next = round();
        parts.reports().sayTo(LOG);
        if (wake.tryAcquire(next.toNanos(), TimeUnit.NANOSECONDS)) {
          wake.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration round() {
    try {
      opening.all();
      rotation.catchUp();
      boolean more = keepHouse();
      failure = "";
      if (more && !closed) {
        return Duration.ZERO;
      }
    } catch (IOException | RuntimeException e) {
      String message = e instanceof IOException io ? Failures.reason(io) : e.toString();
      if (!message.equals(failure)) {
        parts.reports().warn("archives could not be looked after: " + message);
      }
      failure = message;
    }
    return rotation.failures().isEmpty() && parts.turned().isEmpty() ? QUIET : SOON;
  }

  /**
   * @return whether there is more to do at once
   */
  boolean keepHouse() throws IOException {
    boolean now = clockWatch.steady();
    if (steady && !now) {
      parts.reports().warn("clock stepped, no archive goes because of its age for an hour");
    }
    steady = now;
    parts.pruner().prune(rotation.paths(), rotation.limits(steady));
    forceNowAndThen();
    List<Archive> archives = parts.catalogue().archives(rotation.paths());
    for (Archive archive : archives) {
      if (archive.plain() && archive.compressed() && !closed) {
        settle(archive);
      }
    }
    List<Archive> next = uncompressed(archives);
    long begun = nanos.getAsLong();
    for (Archive archive : next) {
      compress(archive);
      if (closed || nanos.getAsLong() - begun > LOOK.toNanos()) {
        break; // What came meanwhile may have to be pruned.
      }
    }
    return !next.isEmpty();
  }

  /**
   * At most once a second, however fast logs turn over: each force makes the file system write out
   * what others wait for as well, writers among them.
   */
  private void forceNowAndThen() throws IOException {
    if (nanos.getAsLong() - forcedAt < FORCE.toNanos()) {
      return;
    }
    List<Path> turned = parts.turned().take();
    Set<Path> directories = new HashSet<>();
    for (Path archive : turned) {
      directories.add(archive.getParent());
    }
    for (Path directory : directories) {
      parts.disk().force(directory);
      forcedAt = nanos.getAsLong();
    }
    for (Path archive : turned) {
      try {
        parts.disk().force(archive);
      } catch (NoSuchFileException pruned) {
        // Gone by the settings before it was a second old; nothing is left to force.
      }
    }
  }

  private void settle(Archive archive) throws IOException {
    if (different.contains(archive.plainPath())) {
      return;
    }
    Pairs.Verdict verdict = pairs.settle(archive.plainPath(), archive.compressedPath());
    if (verdict == Pairs.Verdict.DIFFERENT) {
      different.add(archive.plainPath());
      parts
          .reports()
          .warn(
              "archive and its compressed form hold different lines, both stay file="
                  + archive.plainPath());
    }
  }

  /** All but the newest of each log, newest first: the oldest may go anyway. */
  private List<Archive> uncompressed(List<Archive> archives) {
    Set<Archive> newest = Pruning.newestOfEach(archives, 1);
    long now = nanos.getAsLong();
    failedAt.values().removeIf(at -> now - at > AGAIN.toNanos());
    return archives.stream()
        .filter(a -> a.plain() && !a.compressed() && !newest.contains(a))
        .filter(a -> !failedAt.containsKey(a))
        .sorted(
            Comparator.comparing((Archive a) -> a.name().at())
                .thenComparing(Catalogue.OLDEST_FIRST)
                .reversed())
        .toList();
  }

  private void compress(Archive archive) {
    try {
      Space.Reading reading = parts.space().of(archive.directory());
      if (reading.usableBytes() < archive.bytes() + reading.minimumBytes() / 8
          || !compression.compress(archive.plainPath())) {
        failedAt.put(archive, nanos.getAsLong());
      }
    } catch (NoSuchFileException pruned) {
      failedAt.put(archive, nanos.getAsLong());
    } catch (IOException e) {
      failedAt.put(archive, nanos.getAsLong());
      parts
          .reports()
          .warn(
              "archive could not be compressed, it stays plain file="
                  + archive.plainPath()
                  + ": "
                  + Failures.reason(e));
    }
  }
}
