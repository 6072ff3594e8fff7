package innkeeper.backup;

import innkeeper.api.settings.Settings;

/**
 * The numbers of backups to keep by the settings: the newest ones, and the newest of each hour,
 * day, week and month.
 */
record RetentionCounts(int newest, int hourly, int daily, int weekly, int monthly) {

  static RetentionCounts of(Settings settings) {
    return new RetentionCounts(
        (int) settings.number("BACKUP_KEEP"),
        (int) settings.number("BACKUP_KEEP_HOURLY"),
        (int) settings.number("BACKUP_KEEP_DAILY"),
        (int) settings.number("BACKUP_KEEP_WEEKLY"),
        (int) settings.number("BACKUP_KEEP_MONTHLY"));
  }
}
