package innkeeper.rotation;

import java.nio.file.Path;
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
    Disk disk) {

  static Parts of(Path dataDir, Disk disk, Space space, LongSupplier nanos, int floor) {
    Catalogue catalogue = new Catalogue(dataDir);
    Reports reports = new Reports();
    return new Parts(
        new Turn(disk),
        new Recovery(disk),
        catalogue,
        new Pruner(catalogue, disk, space, reports, nanos, Math.max(0, floor)),
        space,
        reports,
        new Turned(),
        new Pace(nanos),
        disk);
  }
}
