package innkeeper.api.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunScheduleTest {

  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  private static RunSchedule schedule(String calendar, long jitterSeconds) {
    return new RunSchedule(
        CalendarExpression.parse(calendar),
        Optional.of(ZoneOffset.UTC),
        Duration.ofSeconds(jitterSeconds),
        RunSchedule.Action.START,
        RunSchedule.Overlap.SKIP,
        RunSchedule.Missed.TELL);
  }

  @Test
  void withoutJitterARunBeginsWhenItIsDue() {
    RunSchedule hourly = schedule("hourly", 0);
    assertEquals(NOON, hourly.begins("a", NOON));
    assertEquals(Optional.of(NOON.plusSeconds(3600)), hourly.next("a", NOON));
  }

  @Test
  void jitterIsTheSameForOneRunAndSpreadsOverRunsAndProjects() {
    RunSchedule hourly = schedule("hourly", 600);
    Set<Instant> begins = new HashSet<>();
    for (int project = 0; project < 200; project++) {
      Instant at = hourly.begins("p" + project, NOON);
      assertEquals(at, hourly.begins("p" + project, NOON));
      assertFalse(at.isBefore(NOON) || at.isAfter(NOON.plusSeconds(600)), at.toString());
      begins.add(at);
    }
    assertTrue(begins.size() > 100, "different moments: " + begins.size());
    assertNotEquals(
        Duration.between(NOON, hourly.begins("a", NOON)),
        Duration.between(NOON.plusSeconds(3600), hourly.begins("a", NOON.plusSeconds(3600))));
  }

  @Test
  void theNextRunIsTheFirstThatBeginsLater() {
    RunSchedule often = schedule("minutely", 300);
    Instant after = NOON.plusSeconds(30);
    Instant first = null;
    for (int minute = -6; minute < 7; minute++) {
      Instant at = often.begins("a", NOON.plusSeconds(60L * minute));
      first = at.isAfter(after) && (first == null || at.isBefore(first)) ? at : first;
    }
    assertEquals(Optional.of(first), often.next("a", after));
  }

  @Test
  void aScheduleOfThePastHasNoNextRun() {
    assertEquals(Optional.empty(), schedule("2020-01-01", 60).next("a", NOON));
  }
}
