package innkeeper.common.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointInTimeTest {

  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-23T12:00:00Z"), ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-23T12:00:00Z",
    "-2h, 2026-11-23T10:00:00Z",
    "-90s, 2026-11-23T11:58:30Z",
    "-1h30m, 2026-11-23T10:30:00Z",
    "-1w1d, 2026-11-15T12:00:00Z",
    "03:12, 2026-11-23T03:12:00Z",
    "3:12, 2026-11-23T03:12:00Z",
    "12:00, 2026-11-23T12:00:00Z",
    "12:01, 2026-11-22T12:01:00Z",
    "03:12:30.5, 2026-11-23T03:12:30.500Z",
    "today, 2026-11-23T00:00:00Z",
    "Yesterday 03:12, 2026-11-22T03:12:00Z",
    "2026-11-22, 2026-11-22T00:00:00Z",
    "2026-11-22 03:12, 2026-11-22T03:12:00Z",
    "2026-11-22T03:12:01, 2026-11-22T03:12:01Z",
    "2026-11-22T03:12:01.25Z, 2026-11-22T03:12:01.250Z",
    "2026-11-22T03:12:00+01:00, 2026-11-22T02:12:00Z",
  })
  void formsThatPeopleWriteAreParsed(String text, String expected) {
    assertEquals(Instant.parse(expected), PointInTime.parse(text, NOON));
  }

  @Test
  void aTimeWithoutAZoneIsInTheZoneOfTheClock() {
    Clock berlin = NOON.withZone(ZoneId.of("Europe/Berlin"));
    assertEquals(Instant.parse("2026-11-23T02:12:00Z"), PointInTime.parse("03:12", berlin));
    assertEquals(
        Instant.parse("2026-07-01T01:12:00Z"), PointInTime.parse("2026-07-01 03:12", berlin));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "2h",
        "-2x",
        "-h",
        "25:00",
        "03:60",
        "3",
        "2026-02-30",
        "2026-13-01 03:12",
        "yesterday 99:00",
        "tomorrow",
        "+999999999-01-01T00:00:00Z",
        "2026-11-22T03:12:00Zjunk",
        "-2m3h"
      })
  void aMessageNamesTheInvalidTextAndTheAllowedForms(String text) {
    assertTrue(refusal(text).startsWith("\"" + text + "\" is no time; allowed are 03:12,"));
  }

  @Test
  void aMessageShortensALongText() {
    String said = refusal("9".repeat(100_000));
    assertTrue(said.startsWith("\"" + "9".repeat(64) + "…\" is no time"), said);
  }

  @Test
  void anEndWithoutADateIsTheFirstTimeAfterTheBegin() {
    Optional<Instant> from = Optional.of(PointInTime.parse("yesterday 23:50", NOON));
    assertEquals(Instant.parse("2026-11-23T00:10:00Z"), PointInTime.parseEnd("00:10", from, NOON));
    assertEquals(from.get(), PointInTime.parseEnd("23:50", from, NOON));
    assertEquals(NOON.instant(), PointInTime.parseEnd("now", from, NOON));
  }

  @Test
  void anEndBeforeTheBeginIsRefused() {
    Optional<Instant> from = Optional.of(PointInTime.parse("-1h", NOON));
    assertEquals(
        "the end \"-2h\" (2026-11-23T10:00:00.000Z) is before the begin (2026-11-23T11:00:00.000Z)",
        assertThrows(IllegalArgumentException.class, () -> PointInTime.parseEnd("-2h", from, NOON))
            .getMessage());
  }

  private static String refusal(String text) {
    return assertThrows(IllegalArgumentException.class, () -> PointInTime.parse(text, NOON))
        .getMessage();
  }
}
