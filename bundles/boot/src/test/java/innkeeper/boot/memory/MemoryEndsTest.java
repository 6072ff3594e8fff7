package innkeeper.boot.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryEndsTest {

  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  @TempDir Path run;

  private Path file() {
    return run.resolve("memory");
  }

  /** A host that starts then and ends for want of memory then. */
  private List<Instant> ended(Instant started, Instant at) throws Exception {
    MemoryEnds ends = MemoryEnds.open(file(), started);
    ends.note();
    Files.setLastModifiedTime(file(), FileTime.from(at));
    return ends.past();
  }

  @Test
  void theNextHostKnowsTheEndsOfTheLastHour() throws Exception {
    assertEquals(List.of(), ended(NOW, NOW.plusSeconds(60)));
    assertEquals(List.of(NOW.plusSeconds(60)), ended(NOW.plusSeconds(62), NOW.plusSeconds(3000)));
    assertEquals(
        List.of(NOW.plusSeconds(60), NOW.plusSeconds(3000)),
        MemoryEnds.open(file(), NOW.plusSeconds(3002)).past());
    assertEquals(
        List.of(NOW.plusSeconds(3000)), MemoryEnds.open(file(), NOW.plusSeconds(4000)).past());
  }

  @Test
  void aHostThatDidNotRunOutOfMemoryLeavesNoMark() throws Exception {
    MemoryEnds.open(file(), NOW);
    assertEquals(List.of(), MemoryEnds.open(file(), NOW.plusSeconds(60)).past());
  }

  @Test
  void aTimeInTheFutureAfterAClockWasSetBackIsForgotten() throws Exception {
    ended(NOW, NOW.plus(Duration.ofDays(1)));
    assertEquals(List.of(), MemoryEnds.open(file(), NOW).past());
  }
}
