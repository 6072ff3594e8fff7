package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.Verdict;
import innkeeper.api.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Decides which backups are kept, and gives the reasons. This class deletes nothing. Counts decide,
 * so a clock that jumps forward causes no deletion, except of backups that only {@link #SAFETY}
 * keeps. A backup dated in the future is kept, and takes no place as the backup of an hour, day,
 * week or month. So a clock that jumps back causes no deletion.
 */
final class Retention {

  /** The least number of verified backups to keep. */
  static final int FLOOR = 3;

  /**
   * The time for which a backup is kept that was made before a restore or a migration, or as a
   * rescue.
   */
  static final Duration SAFETY = Duration.ofDays(7);

  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  /**
   * The numbers of backups to keep by the settings: the newest ones, and the newest of each hour,
   * day, week and month.
   */
  record Counts(int newest, int hourly, int daily, int weekly, int monthly) {

    static Counts of(Settings settings) {
      return new Counts(
          (int) settings.number("BACKUP_KEEP"),
          (int) settings.number("BACKUP_KEEP_HOURLY"),
          (int) settings.number("BACKUP_KEEP_DAILY"),
          (int) settings.number("BACKUP_KEEP_WEEKLY"),
          (int) settings.number("BACKUP_KEEP_MONTHLY"));
    }
  }

  private Retention() {}

  /**
   * @param verified the verified backups in order of their sequence, oldest first
   * @return a verdict for each backup, in the same order
   */
  static Map<String, Verdict> judge(List<BackupManifest> verified, Counts keep, Instant now) {
    Map<String, String> reasons = new HashMap<>();
    newest(verified, keep.newest(), reasons);
    List<BackupManifest> past = verified.stream().filter(b -> !inFuture(b, now)).toList();
    buckets(past, keep.hourly(), Retention::hour, "hour", reasons);
    buckets(past, keep.daily(), Retention::day, "day", reasons);
    buckets(past, keep.weekly(), Retention::week, "week", reasons);
    buckets(past, keep.monthly(), Retention::month, "month", reasons);
    for (BackupManifest backup : verified) {
      special(backup, now, reasons);
    }
    newest(verified, FLOOR, reasons);
    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    for (BackupManifest backup : verified) {
      String reason = reasons.get(backup.name());
      verdicts.put(
          backup.name(),
          reason == null
              ? new Verdict(false, "newer ones cover its hour, day, week and month")
              : new Verdict(true, reason));
    }
    return verdicts;
  }

  private static void newest(
      List<BackupManifest> verified, int count, Map<String, String> reasons) {
    int from = Math.max(0, verified.size() - Math.max(1, count));
    for (BackupManifest backup : verified.subList(from, verified.size())) {
      reasons.putIfAbsent(backup.name(), "one of the newest " + count);
    }
  }

  /**
   * Adds the special reasons. They apply only if no other rule keeps the backup; each other rule
   * still has all its places.
   */
  private static void special(BackupManifest backup, Instant now, Map<String, String> reasons) {
    if (backup.pinned()) {
      reasons.putIfAbsent(backup.name(), "pinned");
    }
    if (inFuture(backup, now)) {
      reasons.putIfAbsent(backup.name(), "dated in the future; check the clock");
    }
    boolean last = backup.kind().startsWith("pre-") || backup.kind().equals("rescue");
    if (last && backup.createdAt().isAfter(now.minus(SAFETY))) {
      reasons.putIfAbsent(backup.name(), backup.kind() + " copy, less than 7 days old");
    }
  }

  private static void buckets(
      List<BackupManifest> past,
      int count,
      Function<Instant, Instant> start,
      String unit,
      Map<String, String> reasons) {
    Map<Instant, BackupManifest> newestOfEach = new TreeMap<>(Comparator.reverseOrder());
    // The list begins with the oldest, so the last backup put into a bucket is its newest.
    past.forEach(backup -> newestOfEach.put(start.apply(backup.createdAt()), backup));
    newestOfEach.values().stream()
        .limit(count)
        .forEach(b -> reasons.putIfAbsent(b.name(), "newest of its " + unit));
  }

  private static boolean inFuture(BackupManifest backup, Instant now) {
    return backup.createdAt().isAfter(now.plus(TOLERANCE));
  }

  private static Instant hour(Instant at) {
    return at.truncatedTo(ChronoUnit.HOURS);
  }

  private static Instant day(Instant at) {
    return at.truncatedTo(ChronoUnit.DAYS);
  }

  private static Instant week(Instant at) {
    return date(at)
        .with(TemporalAdjusters.previousOrSame(java.time.DayOfWeek.MONDAY))
        .atStartOfDay(ZoneOffset.UTC)
        .toInstant();
  }

  private static Instant month(Instant at) {
    return date(at).withDayOfMonth(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static LocalDate date(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }
}
