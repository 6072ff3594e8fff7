package innkeeper.backup;

import innkeeper.api.backup.Backups;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** How backups stand, for the health checks. */
interface BackupHealth {

  /**
   * @param now by the wall clock
   * @param interval zero for only on demand
   * @param firstStartAt when backups were first kept here
   * @param ran how long this process has kept them
   * @param failures in a row
   * @param invalid what is wrong with files of our name that cannot be counted
   * @param hookError "" for none
   */
  record Facts(
      Instant now,
      Duration interval,
      Instant firstStartAt,
      Duration ran,
      int failures,
      Map<String, String> invalid,
      String hookError,
      Backups.Status status) {}

  Facts facts();
}
