package innkeeper.common.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsoTimeTest {

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  @Test
  void everyTimeIsWrittenInTheSameForm() {
    for (String time :
        new String[] {
          "2026-11-21T05:40:00Z",
          "1969-12-31T23:59:59.999999999Z",
          "2024-02-29T00:00:00.001Z",
          "0000-01-01T00:00:00Z",
          "-0001-12-31T23:59:59.999Z",
          "9999-12-31T23:59:59.999999999Z",
          "+10000-01-01T00:00:00Z"
        }) {
      Instant at = Instant.parse(time);
      assertEquals(ISO.format(at), IsoTime.text(at));
    }
    assertEquals("2026-11-21T05:40:00.000Z", IsoTime.text(Instant.parse("2026-11-21T05:40:00Z")));
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      Instant at = Instant.ofEpochSecond(random.nextLong(300_000_000_000L), random.nextInt());
      assertEquals(ISO.format(at), IsoTime.text(at));
    }
  }

  @Test
  void aTimeIsParsedInEveryForm() {
    Random random = new Random(8);
    for (int i = 0; i < 20_000; i++) {
      Instant at = Instant.ofEpochMilli(random.nextLong(300_000_000_000_000L));
      assertEquals(at, IsoTime.instant(IsoTime.text(at)));
    }
    for (String text :
        new String[] {
          "2024-02-29T00:00:00.001Z",
          "2026-11-21T05:40:00Z",
          "2026-11-21T05:40:00.123456789Z",
          "-0001-12-31T23:59:59.999Z",
          "0000-12-28T23:59:59.999Z"
        }) {
      assertEquals(Instant.parse(text), IsoTime.instant(text));
    }
    for (String text :
        new String[] {
          "",
          "now",
          "2026-13-21T05:40:00.000Z",
          "2026-02-30T05:40:00.000Z",
          "2026-11-21T25:40:00.000Z",
          "2026-11-21T05:60:00.000Z",
          "2026-11-21 05:40:00.000Z"
        }) {
      assertThrows(DateTimeParseException.class, () -> IsoTime.instant(text), text);
    }
  }
}
