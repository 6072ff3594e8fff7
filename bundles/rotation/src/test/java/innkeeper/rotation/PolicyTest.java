package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.common.file.ArchiveName;
import innkeeper.rotation.archive.Archive;
import innkeeper.rotation.archive.PruningPolicy;
import innkeeper.rotation.disk.Space;
import innkeeper.testkit.FakeClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

class PolicyTest {

  private static final Path LOGS = Path.of("/data/logs");
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  private static Archive archive(String log, long seq, Instant at, long bytes) {
    return new Archive(LOGS, new ArchiveName(log, at, seq, false), true, false, bytes);
  }

  private static Set<Archive> going(
      List<Archive> archives, ToIntFunction<Path> maxFiles, Instant bornAfter, long total) {
    return PruningPolicy.choose(
            archives, new PruningPolicy.Limits(maxFiles, Optional.ofNullable(bornAfter), total))
        .keySet();
  }

  @Test
  void theNewestFilesOfEachLogStayBySequence() {
    Archive first = archive("a.log", 1, NOW.plus(Duration.ofDays(3650)), 1);
    Archive second = archive("a.log", 2, NOW.minus(Duration.ofDays(3650)), 1);
    Archive third = archive("a.log", 3, NOW, 1);
    Archive other = archive("b.log", 1, NOW, 1);
    assertEquals(
        Set.of(first), going(List.of(second, other, first, third), log -> 2, null, Long.MAX_VALUE));
  }

  @Test
  void aLogWithoutAWriterIsNotPrunedByNumber() {
    List<Archive> many = new ArrayList<>();
    for (int i = 1; i <= 50; i++) {
      many.add(archive("away.log", i, NOW, 1));
    }
    assertEquals(Set.of(), going(many, log -> 0, null, Long.MAX_VALUE));
  }

  @Test
  void anOldArchiveIsDeleted() {
    Archive old = archive("a.log", 1, NOW.minus(Duration.ofDays(31)), 1);
    Archive young = archive("a.log", 2, NOW.minus(Duration.ofDays(29)), 1);
    Archive future = archive("b.log", 1, NOW.plus(Duration.ofDays(3650)), 1);
    assertEquals(
        Set.of(old),
        going(List.of(old, young, future), log -> 9, NOW.minus(Duration.ofDays(30)), 99));
  }

  @Test
  void theTotalLimitDeletesTheOldestOfAllLogsFirst() {
    Archive a1 = archive("a.log", 1, NOW.minusSeconds(50), 10);
    Archive a2 = archive("a.log", 2, NOW.minusSeconds(10), 10);
    Archive b1 = archive("b.log", 1, NOW.minusSeconds(90), 10);
    Archive c1 = archive("c.log", 1, NOW.minusSeconds(40), 10);
    Archive c2 = archive("c.log", 2, NOW.minusSeconds(30), 10);
    List<Archive> all = List.of(c2, b1, a2, c1, a1);
    assertEquals(Set.of(a1), going(all, log -> 9, null, 40));
    assertEquals(Set.of(a1, c1), going(all, log -> 9, null, 39));
    assertEquals(Set.of(a1, c1, b1), going(all, log -> 9, null, 20));
    assertEquals(Set.copyOf(all), going(all, log -> 9, null, 0));
  }

  @Test
  void theSequenceDecidesTheOrderOfDeletionWithinALog() {
    Archive early = archive("a.log", 1, NOW.plusSeconds(500), 10);
    Archive late = archive("a.log", 2, NOW, 10);
    Archive newest = archive("a.log", 3, NOW, 10);
    assertEquals(
        List.of(early, late, newest), PruningPolicy.givingOrder(List.of(newest, late, early)));
  }

  @Test
  void ageDoesNotCountForAnHourAfterAClockJump() {
    long[] nanos = {0};
    FakeClock clock = new FakeClock(NOW);
    ClockWatch watch = new ClockWatch(clock, () -> nanos[0]);
    clock.advance(Duration.ofMinutes(10));
    nanos[0] += Duration.ofMinutes(10).toNanos();
    assertTrue(watch.steady());
    clock.advance(Duration.ofDays(3650));
    assertFalse(watch.steady());
    clock.advance(Duration.ofMinutes(59));
    nanos[0] += Duration.ofMinutes(59).toNanos();
    assertFalse(watch.steady());
    clock.advance(Duration.ofMinutes(2));
    nanos[0] += Duration.ofMinutes(2).toNanos();
    assertTrue(watch.steady());
    clock.advance(Duration.ofDays(-1));
    assertFalse(watch.steady());
  }

  @Test
  void theMinimumFreeSpaceDependsOnTheDisk() {
    assertEquals((16L << 20) / 20, Space.defaultMinimum(16L << 20));
    assertEquals(256L << 20, Space.defaultMinimum(20L << 30));
    assertEquals((1L << 40) / 100, Space.defaultMinimum(1L << 40));
  }

  @Test
  void aFailedRotationIsRetriedWithBackOffUpToOneSecond() {
    BackOff backOff = new BackOff();
    assertTrue(backOff.mayTry(0));
    assertTrue(backOff.failed("full", 0, NOW));
    assertFalse(backOff.failed("full", 0, NOW), "the same failure is no news");
    for (int i = 0; i < 20; i++) {
      backOff.failed("full", 0, NOW);
    }
    assertFalse(backOff.mayTry(999_999_999L));
    assertTrue(backOff.mayTry(1_000_000_000L));
    assertEquals(22, backOff.succeeded().orElseThrow().attempts());
    assertTrue(backOff.mayTry(0) && backOff.failure().isEmpty());
  }
}
