package innkeeper.rotation;

import innkeeper.rotation.archive.ArchiveDirectory;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Space;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * The parts of rotation; each has one task.
 *
 * @param unforced the new archives that were not yet forced to disk
 */
record RotationParts(
    Rollover rollover,
    InterruptedRollover recovery,
    ArchiveDirectory archiveDirectory,
    Pruner pruner,
    Space space,
    DeferredLog reports,
    Queue<Path> unforced,
    RolloverRate pace,
    Postponement postponement,
    Disk disk) {

  /**
   * @param floor the number of archives of each log that are kept on a full disk
   * @param plain the least time for which an archive stays plain
   */
  static RotationParts of(
      Path dataDir, Disk disk, Space space, LongSupplier nanos, int floor, Duration plain) {
    ArchiveDirectory archiveDirectory = new ArchiveDirectory(dataDir);
    DeferredLog reports = new DeferredLog();
    RolloverRate pace = new RolloverRate(nanos);
    return new RotationParts(
        new Rollover(disk),
        new InterruptedRollover(disk),
        archiveDirectory,
        new Pruner(archiveDirectory, disk, space, reports, nanos, Math.max(0, floor)),
        space,
        reports,
        new ConcurrentLinkedQueue<>(),
        pace,
        new Postponement(pace, space, nanos, plain),
        disk);
  }
}
