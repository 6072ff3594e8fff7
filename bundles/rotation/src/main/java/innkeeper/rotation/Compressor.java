package innkeeper.rotation;

import innkeeper.api.thread.WatchedThread;
import innkeeper.common.process.LowPriority;
import innkeeper.rotation.archive.Archive;
import innkeeper.rotation.archive.ArchiveDirectory;
import innkeeper.rotation.archive.ArchiveReconciler;
import innkeeper.rotation.archive.Compression;
import innkeeper.rotation.archive.PruningPolicy;
import innkeeper.rotation.archive.Retired;
import innkeeper.rotation.disk.Failures;
import innkeeper.rotation.disk.Space;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that compresses archives, at the operating system's lowest priority. Work with a
 * deadline is done by the {@link Housekeeper}. One archive is compressed at a time, so this thread
 * uses at most one core.
 */
final class Compressor implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Compressor.class);
  private static final Duration AGAIN = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration SOON = Duration.ofMillis(500);
  private static final Duration LATER = Duration.ofSeconds(3);
  private static final Duration QUIET = Duration.ofSeconds(30);

  private final Rotation rotation;
  private final RotationParts parts;
  private final LongSupplier nanos;
  private final Compression compression;
  private final ArchiveReconciler reconciler;
  private final Retired retired;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread;
  private final Map<Archive, Long> failedAt = new HashMap<>();
  private final Set<Path> different = new HashSet<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private String failure = "";
  private boolean postponed;
  private volatile boolean closed;

  Compressor(Rotation rotation, RotationParts parts, LongSupplier nanos) {
    this.rotation = rotation;
    this.parts = parts;
    this.nanos = nanos;
    this.compression = new Compression(parts.disk(), () -> closed);
    this.reconciler = new ArchiveReconciler(parts.disk());
    this.retired = new Retired(nanos);
    this.thread = new WatchedThread("rotation gzip", this);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  void start() {
    thread.start();
  }

  /** Wakes the thread, because there may be an archive to compress. */
  void wake() {
    wake.release();
  }

  /** Cancels the running compression and ends the thread; an incomplete .gz file is deleted. */
  void close() {
    closed = true;
    closing.countDown();
    wake.release();
  }

  void join(Duration most) throws InterruptedException {
    thread.join(most.toMillis());
  }

  @Override
  public void run() {
    try {
      String why = LowPriority.thisThread();
      if (!why.isEmpty()) {
        LOG.debug("archives are compressed at normal priority why={}", why);
      }
      wake.acquire(); // The first wake-up comes after the housekeeper has repaired the directories.
      while (!closed) {
        retired.release();
        Duration next = round();
        if (!retired.isEmpty() && next.compareTo(LATER) > 0) {
          next = LATER;
        }
        parts.reports().sayTo(LOG);
        if (postponed) {
          // Each rotation would wake this thread, but all archives must stay plain for now.
          closing.await(next.toNanos(), TimeUnit.NANOSECONDS);
        } else if (wake.tryAcquire(next.toNanos(), TimeUnit.NANOSECONDS)) {
          wake.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      retired.close();
    }
  }

  private Duration round() {
    try {
      Duration next = some();
      failure = "";
      return next;
    } catch (IOException | RuntimeException e) {
      String message = e instanceof IOException io ? Failures.reason(io) : e.toString();
      if (!message.equals(failure)) {
        parts.reports().warn("archives could not be compressed: " + message);
      }
      failure = message;
      postponed = false;
      return QUIET;
    }
  }

  /**
   * Compresses archives for a short time, then returns, so that the directories are read again.
   *
   * @return the time until the next call; zero while there are more archives to compress
   */
  Duration some() throws IOException {
    List<Archive> archives = parts.archiveDirectory().archives(rotation.paths());
    for (Archive archive : archives) {
      if (archive.plain() && archive.compressed() && !closed) {
        settle(archive);
      }
    }
    List<Archive> waiting = uncompressed(archives);
    List<Archive> next =
        parts.postponement().without(waiting, archives, rotation.limits(true).totalBytes());
    postponed = next.isEmpty() && !waiting.isEmpty();
    if (next.isEmpty()) {
      return !postponed ? QUIET : parts.pace().high() ? SOON : LATER;
    }
    long begun = nanos.getAsLong();
    for (Archive archive : next) {
      compress(archive);
      if (closed || nanos.getAsLong() - begun > LOOK.toNanos()) {
        break;
      }
    }
    return Duration.ZERO;
  }

  private void settle(Archive archive) throws IOException {
    if (different.contains(archive.plainPath())) {
      return;
    }
    ArchiveReconciler.Verdict verdict;
    try {
      verdict = reconciler.settle(archive.plainPath(), archive.compressedPath());
    } catch (NoSuchFileException pruned) {
      return;
    }
    if (verdict == ArchiveReconciler.Verdict.DIFFERENT) {
      different.add(archive.plainPath());
      parts
          .reports()
          .warn(
              "archive and its compressed form hold different lines, both stay file="
                  + archive.plainPath());
    }
  }

  /**
   * Returns the archives to compress, newest first, without the newest one of each log. The oldest
   * ones come last, because they may be deleted soon anyway.
   */
  private List<Archive> uncompressed(List<Archive> archives) {
    Set<Archive> newest = PruningPolicy.newestOfEach(archives, 1);
    long now = nanos.getAsLong();
    failedAt.values().removeIf(at -> now - at > AGAIN.toNanos());
    return archives.stream()
        .filter(a -> a.plain() && !a.compressed() && !newest.contains(a))
        .filter(a -> !failedAt.containsKey(a))
        .sorted(
            Comparator.comparing((Archive a) -> a.name().at())
                .thenComparing(ArchiveDirectory.OLDEST_FIRST)
                .reversed())
        .toList();
  }

  private void compress(Archive archive) {
    try {
      Space.Reading reading = parts.space().of(archive.directory());
      boolean roomy = reading.usableBytes() > 2 * (reading.minimumBytes() + Retired.MOST_BYTES);
      if (reading.usableBytes() < archive.bytes() + reading.minimumBytes() / 8
          || !compression.compress(
              archive.plainPath(), parts.pace().high(), roomy ? retired::hold : file -> {})) {
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
