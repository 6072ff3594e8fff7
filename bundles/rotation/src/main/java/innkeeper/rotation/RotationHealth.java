package innkeeper.rotation;

import innkeeper.rotation.disk.Space;
import java.nio.file.Path;
import java.util.Map;

/** How rotation stands, for its health checks. */
interface RotationHealth {

  /** Logs that should have rotated and could not, by name. */
  Map<String, BackOff.Failure> failures();

  /** The disks that logs lie on, by one directory of each. */
  Map<Path, Space.Reading> disks();
}
