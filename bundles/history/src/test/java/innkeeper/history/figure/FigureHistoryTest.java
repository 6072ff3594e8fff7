package innkeeper.history.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.history.History.Query;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.history.Statuses;
import innkeeper.history.WordRecords;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureHistoryTest {

  private static final Instant NOW = Instant.parse("2026-11-22T03:12:02Z");

  @TempDir Path dir;
  private FigureDirectory directory;
  private FigureHistory history;

  @BeforeEach
  void record() {
    directory = new FigureDirectory(dir.resolve("history"));
    Recorder recorder = new Recorder(directory, WordRecords.service(), dir, true);
    Statuses status = Statuses.of("api").in(ProjectState.RUNNING, NOW).using(7, 4096);
    for (int i = 120; i >= 0; i--) {
      recorder.sample(
          List.of(status.status()), Optional.empty(), NOW.minusSeconds(5L * i), 5_000_000_000L * i);
    }
    assertEquals("", recorder.failure());
    history =
        new FigureHistory(
            directory, () -> List.of(status.status()), Clock.fixed(NOW, ZoneOffset.UTC));
  }

  @AfterEach
  void close() {
    directory.close();
  }

  private List<Series> read(Duration ago, Optional<Duration> step, String... projects) {
    return history.read(
        new Query(List.of(projects), false, Set.of(Metric.CPU), NOW.minus(ago), Instant.MAX, step));
  }

  @Test
  void theFinestSufficientStepIsChosen() {
    assertEquals(
        List.of(5L, 60L, 900L),
        List.of(Duration.ofHours(1), Duration.ofHours(2), Duration.ofDays(2)).stream()
            .map(ago -> read(ago, Optional.empty()).get(0).step().toSeconds())
            .toList());
    assertEquals(
        5,
        read(Duration.ofHours(1).plusSeconds(2), Optional.empty()).get(0).step().toSeconds(),
        "asked for an hour a moment ago");
    List<Series> minute = read(Duration.ofMinutes(3), Optional.of(Duration.ofMinutes(1)), "api");
    assertEquals(4, minute.get(0).metrics().get(Metric.CPU).size(), "and the one not over yet");
    assertEquals(7, minute.get(0).metrics().get(Metric.CPU).get(0).avg());
  }

  @Test
  void theHostHasFiguresToo() {
    List<Series> both =
        history.read(
            new Query(
                List.of("api"),
                true,
                Set.of(Metric.RSS),
                NOW.minusSeconds(60),
                NOW,
                Optional.empty()));
    assertEquals(List.of("api", ""), both.stream().map(Series::channelId).toList());
    assertTrue(both.get(1).metrics().get(Metric.RSS).get(0).avg() > 1 << 20);
    assertEquals(Set.of(Metric.RSS), both.get(0).metrics().keySet());
  }

  @Test
  void anInvalidQueryIsRefusedWithTheAllowedValues() {
    assertRefused("unknown project \"nobody\"", Duration.ofHours(1), Optional.empty(), "nobody");
    assertRefused("unknown project", Duration.ofHours(1), Optional.empty(), "../host");
    assertRefused("30 days", Duration.ofDays(31), Optional.empty());
    assertRefused("for an hour", Duration.ofHours(2), Optional.of(Duration.ofSeconds(5)));
    assertRefused("5 s, 60 s and 900 s", Duration.ofHours(1), Optional.of(Duration.ofSeconds(7)));
    assertRefused("must be before", Duration.ofHours(-1), Optional.empty());
  }

  private void assertRefused(
      String what, Duration ago, Optional<Duration> step, String... projects) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> read(ago, step, projects)).getMessage();
    assertTrue(message.contains(what), message);
  }

  @Test
  void anAnswerIsBounded() {
    List<innkeeper.api.supervisor.ProjectStatus> many =
        IntStream.range(0, 200).mapToObj(i -> Statuses.of("p" + i).status()).toList();
    FigureHistory all = new FigureHistory(directory, () -> many, Clock.fixed(NOW, ZoneOffset.UTC));
    Query query =
        new Query(List.of(), false, Set.of(), NOW.minusSeconds(3600), NOW, Optional.empty());
    String message =
        assertThrows(IllegalArgumentException.class, () -> all.read(query)).getMessage();
    assertTrue(message.contains("fewer projects"), message);
  }
}
