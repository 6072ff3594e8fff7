package innkeeper.backup;

import innkeeper.api.settings.Settings;

/**
 * How many backups the settings keep: newest ones, and the newest of each hour, day, week, month.
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
