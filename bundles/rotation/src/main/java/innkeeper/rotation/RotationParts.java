package innkeeper.rotation;

import innkeeper.rotation.archive.ArchiveDirectory;
import innkeeper.rotation.archive.UnforcedArchives;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Space;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The parts of rotation; each has one task. */
record RotationParts(
    Rollover rollover,
    InterruptedRollover recovery,
    ArchiveDirectory archiveDirectory,
    Pruner pruner,
    Space space,
    DeferredLog reports,
    UnforcedArchives unforced,
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
        new UnforcedArchives(),
        pace,
        new Postponement(pace, space, nanos, plain),
        disk);
  }
}
