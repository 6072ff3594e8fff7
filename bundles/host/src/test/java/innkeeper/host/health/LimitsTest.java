package innkeeper.host.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.Test;

class LimitsTest {

  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private static String why(Result result) {
    return result.iterator().next().getMessage();
  }

  private static Result heap(boolean tight, long direct, List<Instant> ends) {
    return new HeapCheck(
            () -> 1 << 20, () -> direct, () -> tight, () -> ends, Clock.fixed(NOW, ZoneOffset.UTC))
        .execute();
  }

  @Test
  void aHeapWithRoomPasses() {
    assertEquals(Result.Status.OK, heap(false, 0, List.of()).getStatus());
    assertEquals(
        Result.Status.OK, heap(false, 0, List.of(NOW.minusSeconds(3601))).getStatus(), "long ago");
  }

  @Test
  void aHeapThatIsNearlyFullOrEndedTheHostBeforeIsAWarning() {
    Result tight = heap(true, 0, List.of());
    assertEquals(Result.Status.WARN, tight.getStatus());
    assertTrue(why(tight).contains("nearly full"), why(tight));
    Result ended = heap(false, 0, List.of(NOW.minusSeconds(90), NOW.minusSeconds(30)));
    assertEquals(Result.Status.WARN, ended.getStatus());
    assertEquals(
        "the host ran out of memory and restarted, 2 times within the hour, last at"
            + " 2026-11-22T11:59:30.000Z",
        why(ended));
    Result direct = heap(false, Runtime.getRuntime().maxMemory(), List.of());
    assertEquals(Result.Status.WARN, direct.getStatus());
  }

  @Test
  void fewFreeDescriptorsAreAWarningAndNoneAFailure() {
    assertEquals(
        Result.Status.OK, new FilesCheck(() -> OptionalLong.of(100), 256).execute().getStatus());
    Result few = new FilesCheck(() -> OptionalLong.of(250), 256).execute();
    assertEquals(Result.Status.WARN, few.getStatus());
    assertTrue(why(few).startsWith("only 6 more files"), why(few));
    assertEquals(
        Result.Status.CRITICAL, new FilesCheck(OptionalLong::empty, 256).execute().getStatus());
  }

  @Test
  void valueLimitAndFixAreEntriesOfTheirOwn() {
    List<String> entries = new ArrayList<>();
    new FilesCheck(() -> OptionalLong.of(250), 256)
        .execute()
        .forEach(entry -> entries.add(entry.getMessage()));
    assertEquals(List.of("value: 250 open files", "limit: 256"), entries.subList(1, 3));
    assertTrue(entries.get(3).startsWith("fix: raise the limit"), entries.get(3));
  }
}
