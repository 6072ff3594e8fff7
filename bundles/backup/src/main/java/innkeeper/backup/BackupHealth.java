package innkeeper.backup;

import innkeeper.api.backup.Backups;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The state of the backups for the health checks. */
interface BackupHealth {

  /**
   * @param now the time of the wall clock
   * @param interval the time between backups; zero if backups are made only on demand
   * @param firstStartAt the time of the first start with this DATA_DIR
   * @param ran the time since the start of this process
   * @param failures the number of consecutive failures
   * @param invalid the backup files that do not count, with the reason, by name
   * @param hookError the error of the last hook call; "" if it succeeded
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
