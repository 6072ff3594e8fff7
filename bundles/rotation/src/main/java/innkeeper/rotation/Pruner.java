package innkeeper.rotation;

import innkeeper.rotation.archive.Archive;
import innkeeper.rotation.archive.ArchiveDirectory;
import innkeeper.rotation.archive.PruningPolicy;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Failures;
import innkeeper.rotation.disk.Space;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The pruner of archives. It applies the settings, frees space on a disk with little space, and
 * makes room for a writer on a full disk.
 */
final class Pruner {

  /** The least number of bytes to free on a full disk, if there are enough archives. */
  private static final long LEAST_FREED = 256 << 10;

  private static final long JUST_FREED = Duration.ofMillis(100).toNanos();

  private final ArchiveDirectory archiveDirectory;
  private final Disk disk;
  private final Space space;
  private final DeferredLog reports;
  private final LongSupplier nanos;
  private final int floor;

  /**
   * Guards all deletions, by the writers' threads and by the housekeeper. Two threads at the same
   * time would delete too many archives.
   */
  private final ReentrantLock lock = new ReentrantLock();

  private final Set<Path> stuck = ConcurrentHashMap.newKeySet();
  private long lastFreed;
  private boolean freedBefore;

  Pruner(
      ArchiveDirectory archiveDirectory,
      Disk disk,
      Space space,
      DeferredLog reports,
      LongSupplier nanos,
      int floor) {
    this.archiveDirectory = archiveDirectory;
    this.disk = disk;
    this.space = space;
    this.reports = reports;
    this.nanos = nanos;
    this.floor = floor;
  }

  /**
   * Applies the settings, then deletes archives of low disks until there is enough space. The
   * second step keeps the newest archive of each log.
   */
  void prune(Collection<Path> logs, PruningPolicy.Limits limits) throws IOException {
    lock.lock();
    try {
      Map<String, Integer> reasons = new TreeMap<>();
      List<Archive> left = new ArrayList<>(archiveDirectory.archives(logs));
      PruningPolicy.choose(left, limits)
          .forEach(
              (archive, why) -> {
                if (delete(archive)) {
                  reasons.merge(why, 1, Integer::sum);
                }
                left.remove(archive);
              });
      for (Map.Entry<Object, List<Archive>> one : byDisk(left).entrySet()) {
        int given = relieve(one.getValue());
        if (given > 0) {
          reasons.merge("the disk runs low", given, Integer::sum);
        }
      }
      reasons.forEach((why, n) -> reports.info("archives pruned files=" + n + " why=" + why));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Deletes the oldest archives for a writer on a full disk. The floor is the number of archives of
   * each log that are kept.
   *
   * @return whether there is more free space than before
   */
  boolean makeRoom(Collection<Path> logs, long bytes) {
    lock.lock();
    try {
      Set<Object> full = fullDisks(logs, bytes);
      if (full.isEmpty() && justFreed()) {
        return true; // Another writer has just freed space on the same full disk.
      }
      Map<Object, List<Archive>> archives = byDisk(archiveDirectory.archives(logs));
      if (!full.isEmpty()) {
        archives.keySet().retainAll(full);
      }
      // If no disk appears full, a quota may be exhausted. The platform does not report quotas, so
      // the archives of all disks are considered.
      long freed =
          give(
              archives.values().stream().flatMap(List::stream).toList(),
              Math.max(bytes, LEAST_FREED));
      if (freed > 0) {
        lastFreed = nanos.getAsLong();
        freedBefore = true;
        reports.warn("disk full, oldest archives deleted bytes=" + freed);
      }
      return freed > 0;
    } catch (IOException e) {
      reports.warn("disk full and archives could not be listed: " + Failures.reason(e));
      return false;
    } finally {
      lock.unlock();
    }
  }

  private Set<Object> fullDisks(Collection<Path> logs, long bytes) throws IOException {
    Set<Object> full = new HashSet<>();
    for (Path directory : archiveDirectory.directories(logs)) {
      if (Files.isDirectory(directory)) {
        Space.Reading reading = space.of(directory);
        if (reading.full() || reading.usableBytes() < bytes + LEAST_FREED) {
          full.add(space.disk(directory));
        }
      }
    }
    return full;
  }

  private boolean justFreed() {
    return freedBefore && nanos.getAsLong() - lastFreed < JUST_FREED;
  }

  private long give(List<Archive> archives, long wanted) {
    Set<Archive> kept = PruningPolicy.newestOfEach(archives, floor);
    long freed = 0;
    for (Archive archive : PruningPolicy.givingOrder(archives)) {
      if (freed >= wanted) {
        break;
      }
      if (!kept.contains(archive)) {
        freed += delete(archive) ? archive.bytes() : 0;
      }
    }
    return freed;
  }

  /**
   * Deletes archives of one disk until it has enough space; returns the number of deleted archives.
   */
  private int relieve(List<Archive> archives) throws IOException {
    Space.Reading reading = space.of(archives.get(0).directory());
    long usable = reading.usableBytes();
    Set<Archive> kept = PruningPolicy.newestOfEach(archives, Math.max(1, floor));
    int given = 0;
    for (Archive archive : PruningPolicy.givingOrder(archives)) {
      if (usable >= reading.minimumBytes()) {
        break;
      }
      if (!kept.contains(archive) && delete(archive)) {
        // The free space is computed, not measured again, because some file systems free space with
        // a delay.
        usable += archive.bytes();
        given++;
      }
    }
    return given;
  }

  private Map<Object, List<Archive>> byDisk(Collection<Archive> archives) throws IOException {
    Map<Path, Object> disks = new LinkedHashMap<>();
    Map<Object, List<Archive>> grouped = new LinkedHashMap<>();
    for (Archive archive : archives) {
      Path directory = archive.directory();
      if (!disks.containsKey(directory)) {
        disks.put(directory, space.disk(directory));
      }
      grouped.computeIfAbsent(disks.get(directory), d -> new ArrayList<>()).add(archive);
    }
    return grouped;
  }

  private boolean delete(Archive archive) {
    try {
      boolean compressed = disk.delete(archive.compressedPath());
      boolean plain = disk.delete(archive.plainPath());
      stuck.remove(archive.plainPath());
      return plain || compressed;
    } catch (IOException e) {
      if (stuck.add(archive.plainPath())) {
        reports.warn(
            "archive could not be deleted file=" + archive.fileName() + ": " + Failures.reason(e));
      }
      return Files.notExists(archive.plainPath()) && Files.notExists(archive.compressedPath());
    }
  }
}
