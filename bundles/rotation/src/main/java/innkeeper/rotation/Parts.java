package innkeeper.rotation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What rotation is put together from; each does one thing. */
record Parts(
    Turn turn,
    Recovery recovery,
    Catalogue catalogue,
    Pruner pruner,
    Space space,
    Reports reports,
    Turned turned,
    Pace pace,
    Postponement postponement,
    Disk disk) {

  /**
   * @param floor archives of each log that stay on a full disk
   * @param plain how long an archive is left uncompressed at least
   */
  static Parts of(
      Path dataDir, Disk disk, Space space, LongSupplier nanos, int floor, Duration plain) {
    Catalogue catalogue = new Catalogue(dataDir);
    Reports reports = new Reports();
    Pace pace = new Pace(nanos);
    return new Parts(
        new Turn(disk),
        new Recovery(disk),
        catalogue,
        new Pruner(catalogue, disk, space, reports, nanos, Math.max(0, floor)),
        space,
        reports,
        new Turned(),
        pace,
        new Postponement(pace, space, nanos, plain),
        disk);
  }
}
