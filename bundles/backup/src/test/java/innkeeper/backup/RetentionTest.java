package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.Verdict;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class RetentionTest {

  private static final Instant NOW = Instant.parse("2026-11-21T05:40:00Z");
  private static final SnapshotFacts FACTS = new SnapshotFacts(1, "", 1, Map.of(), 0);
  private static final Retention.Counts DEFAULTS = new Retention.Counts(6, 24, 7, 4, 6);

  private static BackupManifest backup(long seq, Instant at, String kind, boolean pinned) {
    return new BackupManifest("b" + seq, seq, at, kind, FACTS, at, pinned, "1");
  }

  @Test
  void aYearOfHoursIsKeptAsHoursDaysWeeksAndMonths() {
    List<BackupManifest> kept = new ArrayList<>();
    Instant now = NOW;
    for (int hour = 0; hour < 365 * 24; hour++) {
      kept.add(backup(hour, now, "scheduled", false));
      Map<String, Verdict> verdicts = Retention.judge(kept, DEFAULTS, now);
      kept.removeIf(b -> !verdicts.get(b.name()).keep());
      now = now.plus(Duration.ofHours(1));
    }
    Instant last = now.minus(Duration.ofHours(1));
    assertTrue(kept.size() <= 24 + 7 + 4 + 6 + 1, kept.size() + " are too many");
    List<Duration> ages = kept.stream().map(b -> Duration.between(b.createdAt(), last)).toList();
    assertTrue(ages.get(0).compareTo(Duration.ofDays(140)) > 0, "five whole months back");
    for (int hour = 0; hour < 24; hour++) {
      assertTrue(ages.contains(Duration.ofHours(hour)), hour + " hours ago");
    }
  }

  @Test
  void aClockThatJumpsAheadDeletesNothingItDidNotDeleteBefore() {
    List<BackupManifest> before = history();
    Set<String> kept = kept(Retention.judge(before, DEFAULTS, NOW));
    Set<String> later = kept(Retention.judge(before, DEFAULTS, NOW.plus(Duration.ofDays(3650))));
    kept.removeAll(later);
    assertEquals(Set.of(), kept, "only safety copies may have come of age");
  }

  @Test
  void aClockThatJumpsBackDeletesNothing() {
    List<BackupManifest> before = history();
    assertEquals(
        before.size(),
        kept(Retention.judge(before, DEFAULTS, NOW.minus(Duration.ofDays(3650)))).size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pre-restore", "pre-migration", "rescue"})
  void safetyCopiesStaySevenDays(String kind) {
    List<BackupManifest> all = new ArrayList<>();
    all.add(backup(1, NOW, kind, false));
    for (int i = 2; i < 20; i++) {
      all.add(backup(i, NOW.plusSeconds(i), "scheduled", false));
    }
    Retention.Counts one = new Retention.Counts(1, 0, 0, 0, 0);
    assertTrue(Retention.judge(all, one, NOW.plus(Duration.ofDays(6))).get("b1").keep());
    assertFalse(Retention.judge(all, one, NOW.plus(Duration.ofDays(8))).get("b1").keep());
  }

  private static List<BackupManifest> history() {
    List<BackupManifest> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      all.add(backup(i, NOW.minus(Duration.ofHours(2L * (500 - i))), "scheduled", false));
    }
    return all;
  }

  private static Set<String> kept(Map<String, Verdict> verdicts) {
    Set<String> names = new HashSet<>();
    verdicts.forEach(
        (name, verdict) -> {
          if (verdict.keep()) {
            names.add(name);
          }
        });
    return names;
  }

  /** Random lives of a host: failures, pins, clocks that jump ten years either way. */
  @Test
  void randomHistoriesMatchTheReferenceImplementation() {
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(seed);
      Retention.Counts keep =
          new Retention.Counts(
              1 + random.nextInt(6),
              random.nextInt(5),
              random.nextInt(5),
              random.nextInt(4),
              random.nextInt(4));
      List<BackupManifest> backupDirectory = new ArrayList<>();
      Instant now = NOW;
      long seq = 0;
      for (int step = 0; step < 120; step++) {
        now = now.plus(pass(random));
        if (random.nextInt(10) == 0) {
          continue; // It failed: nothing new, nothing pruned.
        }
        String kind = random.nextInt(20) == 0 ? "pre-restore" : "scheduled";
        backupDirectory.add(backup(++seq, now, kind, random.nextInt(40) == 0));
        Map<String, Verdict> verdicts = Retention.judge(backupDirectory, keep, now);
        Set<String> kept = kept(verdicts);
        String where = "seed " + seed + " step " + step;
        assertTrue(kept.contains("b" + seq), where + ": the newest");
        assertTrue(
            kept.size() >= Math.min(Retention.FLOOR, backupDirectory.size()),
            where + ": the floor");
        assertEquals(reference(backupDirectory, keep, now), new TreeSet<>(kept), where);
        for (int i = 1; i <= Math.min(Retention.FLOOR, backupDirectory.size()); i++) {
          assertTrue(
              kept.contains(backupDirectory.get(backupDirectory.size() - i).name()),
              where + ": newest three");
        }
        backupDirectory.removeIf(b -> !kept.contains(b.name()));
      }
    }
  }

  private static Duration pass(Random random) {
    return switch (random.nextInt(30)) {
      case 0 -> Duration.ofDays(random.nextInt(7300) - 3650);
      case 1, 2 -> Duration.ofDays(random.nextInt(40));
      case 3 -> Duration.ZERO;
      case 4 -> Duration.ofMinutes(-random.nextInt(4));
      default -> Duration.ofMinutes(random.nextInt(300));
    };
  }

  /** Slow and plain: for each backup, ask each rule whether it wants it. */
  private static Set<String> reference(
      List<BackupManifest> backupDirectory, Retention.Counts keep, Instant now) {
    Set<String> kept = new TreeSet<>();
    for (int i = 0; i < backupDirectory.size(); i++) {
      BackupManifest b = backupDirectory.get(i);
      int newer = backupDirectory.size() - 1 - i;
      boolean future = b.createdAt().isAfter(now.plus(Duration.ofMinutes(5)));
      boolean young = b.createdAt().isAfter(now.minus(Duration.ofDays(7)));
      if (newer < Math.max(3, keep.newest())
          || b.pinned()
          || future
          || b.kind().equals("pre-restore") && young
          || wanted(backupDirectory, b, now, keep.hourly(), t -> t.toString().substring(0, 13))
          || wanted(backupDirectory, b, now, keep.daily(), t -> t.toString().substring(0, 10))
          || wanted(backupDirectory, b, now, keep.weekly(), RetentionTest::week)
          || wanted(backupDirectory, b, now, keep.monthly(), t -> t.toString().substring(0, 7))) {
        kept.add(b.name());
      }
    }
    return kept;
  }

  private static boolean wanted(
      List<BackupManifest> backupDirectory,
      BackupManifest b,
      Instant now,
      int count,
      Function<Instant, String> bucket) {
    TreeSet<String> newerBuckets = new TreeSet<>();
    String own = bucket.apply(b.createdAt());
    for (BackupManifest other : backupDirectory) {
      if (other.createdAt().isAfter(now.plus(Duration.ofMinutes(5)))) {
        continue;
      }
      String its = bucket.apply(other.createdAt());
      if (its.equals(own) && other.seq() > b.seq()) {
        return false;
      }
      if (its.compareTo(own) > 0) {
        newerBuckets.add(its);
      }
    }
    boolean future = b.createdAt().isAfter(now.plus(Duration.ofMinutes(5)));
    return !future && newerBuckets.size() < count;
  }

  private static String week(Instant at) {
    LocalDate date = LocalDate.ofInstant(at, ZoneOffset.UTC);
    return String.format(
        "%04d-%02d",
        date.get(IsoFields.WEEK_BASED_YEAR), date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
  }
}
