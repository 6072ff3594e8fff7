package innkeeper.common.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZonedTextTest {

  private static final Instant AT = Instant.parse("2026-11-22T19:30:21.839Z");
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  @Test
  void aTimeHasTheZoneOfTheHostAndItsOffset() {
    assertEquals("2026-11-22T14:30:21.839-05:00", ZonedText.of(AT, NEW_YORK));
    assertEquals("2026-11-23T01:00:21.839+05:30", ZonedText.of(AT, ZoneId.of("Asia/Kolkata")));
    assertEquals("2026-11-22T19:30:21.839Z", ZonedText.of(AT, ZoneId.of("UTC")));
    assertEquals(
        "2026-11-22T14:30:21.839-05:00",
        ZonedText.of(AT.plusNanos(999), NEW_YORK),
        "digits below a millisecond are cut");
  }

  @Test
  void aShownTimeIsParsedBackInAnyZone() {
    // The hour of 1 November that New York's clocks show twice is among them.
    List<Instant> times =
        List.of(AT, Instant.parse("2026-11-01T05:30:00Z"), Instant.parse("2026-11-01T06:30:00Z"));
    for (String zone : List.of("America/New_York", "Asia/Kathmandu", "UTC", "Pacific/Auckland")) {
      for (Instant at : times) {
        Clock clock = Clock.fixed(AT.plusSeconds(60), ZoneId.of(zone));
        assertEquals(at, PointInTime.parse(ZonedText.of(at, ZoneId.of(zone)), clock), zone);
      }
    }
  }

  @Test
  void timesWithinASentenceAreRewrittenAndNothingElse() {
    assertEquals(
        "full since 2026-11-22T14:30:21.839-05:00; the last at 2026-11-22T14:30:21.000-05:00.",
        ZonedText.within(
            "full since 2026-11-22T19:30:21.839Z; the last at 2026-11-22T19:30:21Z.", NEW_YORK));
    for (String same :
        List.of(
            "bot-2026-11-22T19-30-21-839Z.db",
            "web.log.20261122T193021839Z-1.gz",
            "2026-99-99T19:30:21Z",
            "x2026-11-22T19:30:21Z",
            "2026-11-22T14:30:21.839-05:00",
            "a cost of $1 \\ 2")) {
      assertEquals(same, ZonedText.within(same, NEW_YORK));
    }
  }
}
