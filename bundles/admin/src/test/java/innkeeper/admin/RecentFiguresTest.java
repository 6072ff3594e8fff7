package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import innkeeper.admin.rest.RecentFigures;
import innkeeper.admin.rest.RecentFigures.Recent;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sums of a day, made of two steps. */
class RecentFiguresTest {

  /** Seven minutes into a quarter of an hour. */
  private static final Instant NOW = Instant.parse("2026-11-22T03:22:00Z");

  private Inn inn;

  @BeforeEach
  void open() throws Exception {
    inn = new Inn(0);
  }

  @AfterEach
  void shut() {
    inn.close();
  }

  private Recent read() {
    return new RecentFigures(Clock.fixed(NOW, ZoneOffset.UTC)).byProject(inn.services).get("c1");
  }

  private static Point point(Duration ago, double value) {
    return new Point(NOW.minus(ago), value, value, value);
  }

  private void series(Duration step, Metric metric, Point... points) {
    inn.past.figures.add(new Series("c1", step, Map.of(metric, List.of(points))));
  }

  @Test
  void aRestartIsCountedOnceInFinishedAndCurrentSlots() {
    // 25 hours ago is too long ago; 03:00 is the last quarter that is over; that of 03:15 grows.
    series(
        Duration.ofMinutes(15),
        Metric.RESTARTS,
        point(Duration.ofHours(25), 100),
        point(Duration.ofHours(20), 3),
        point(Duration.ofMinutes(22), 2),
        point(Duration.ofMinutes(7), 2));
    series(
        Duration.ofSeconds(5),
        Metric.RESTARTS,
        point(Duration.ofMinutes(8), 2),
        point(Duration.ofMinutes(6), 1));
    assertEquals(Optional.of(6L), read().restarts24h());
  }

  @Test
  void theErrorRateIsTheMeanOfFiveMinutes() {
    series(
        Duration.ofSeconds(5),
        Metric.ERRORS,
        point(Duration.ofMinutes(6), 50),
        point(Duration.ofMinutes(4), 0.4),
        point(Duration.ofMinutes(2), 0));
    assertEquals(Optional.of(12.0), read().errorsPerMinute());
  }

  @Test
  void aFigureWithoutSamplesIsAbsent() {
    series(Duration.ofSeconds(5), Metric.CPU, point(Duration.ofMinutes(1), 3));
    assertEquals(Optional.empty(), read().restarts24h());
    assertEquals(Optional.empty(), read().errorsPerMinute());
    assertFalse(new RecentFigures(Clock.systemUTC()).byProject(inn.services).containsKey("c9"));
  }
}
