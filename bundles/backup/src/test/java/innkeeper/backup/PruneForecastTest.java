package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.Departure;
import innkeeper.api.backup.Backups.Verdict;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PruneForecastTest {

  private static final Instant NOW = Instant.parse("2026-11-21T05:40:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final SnapshotFacts FACTS = new SnapshotFacts(1, "", 1, Map.of(), 0);
  private static final Retention.Counts DEFAULTS = new Retention.Counts(6, 24, 7, 4, 6);

  private static BackupManifest backup(long seq, Instant at, String kind, boolean pinned) {
    return new BackupManifest("b" + seq, seq, at, kind, FACTS, at, pinned, "1");
  }

  /** Hourly ones, pruned after each; what is left at the end, and when each went. */
  private static Map<String, Instant> live(
      List<BackupManifest> kept, long seq, Instant from, int hours) {
    Map<String, Instant> gone = new HashMap<>();
    for (int hour = 0; hour < hours; hour++) {
      Instant at = from.plus(HOUR.multipliedBy(hour));
      kept.add(backup(seq + hour, at, "scheduled", false));
      Map<String, Verdict> verdicts = Retention.judge(kept, DEFAULTS, at);
      kept.removeIf(b -> !verdicts.get(b.name()).keep());
      verdicts.forEach(
          (name, verdict) -> gone.computeIfAbsent(name, n -> verdict.keep() ? null : at));
    }
    return gone;
  }

  @Test
  void eachBackupGoesWhenTheForecastSaidSo() {
    List<BackupManifest> there = new ArrayList<>();
    live(there, 1, NOW.minus(Duration.ofDays(40)), 40 * 24);
    there.add(backup(2000, NOW.minus(Duration.ofMinutes(30)), "pre-restore", false));
    Instant due = NOW.plus(Duration.ofMinutes(12));
    List<Departure> forecast = PruneForecast.of(there, DEFAULTS, HOUR, NOW, Optional.of(due));
    assertEquals(there.size(), forecast.size());
    Map<String, Instant> went = live(new ArrayList<>(there), 3000, due, 4990);
    for (Departure one : forecast) {
      assertEquals(Optional.ofNullable(went.get(one.name())), one.at(), one.toString());
    }
    assertTrue(forecast.stream().filter(d -> d.at().isPresent()).count() > 30, forecast.toString());
    assertEquals("one of the newest 6", forecast.get(forecast.size() - 1).keptBy());
  }

  @Test
  void aPinnedBackupNeverGoes() {
    List<BackupManifest> there =
        List.of(backup(1, NOW.minus(HOUR), "demand", true), backup(2, NOW, "demand", false));
    List<Departure> forecast =
        PruneForecast.of(there, DEFAULTS, HOUR, NOW, Optional.of(NOW.plus(HOUR)));
    assertEquals(new Departure("b1", Optional.empty(), "pinned"), forecast.get(0));
    assertTrue(forecast.get(1).at().orElseThrow().isAfter(NOW.plus(HOUR)));
  }

  @Test
  void withoutAScheduleTheForecastHasReasonsButNoTimes() {
    List<BackupManifest> there = List.of(backup(1, NOW, "demand", false));
    assertEquals(
        List.of(new Departure("b1", Optional.empty(), "one of the newest 6")),
        PruneForecast.of(there, DEFAULTS, Duration.ZERO, NOW, Optional.empty()));
    assertEquals(List.of(), PruneForecast.of(List.of(), DEFAULTS, HOUR, NOW, Optional.of(NOW)));
  }
}
