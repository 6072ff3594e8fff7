package innkeeper.rotation;

import innkeeper.rotation.disk.Space;
import java.nio.file.Path;
import java.util.Map;

/** The state of rotation for its health checks. */
interface RotationHealth {

  /** Returns the failures of the logs that could not rotate, by the name of the log. */
  Map<String, BackOff.Failure> failures();

  /** Returns the readings of the disks with logs, by one directory of each disk. */
  Map<Path, Space.Reading> disks();
}
