package innkeeper.api.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsoTimeTest {

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  @Test
  void aTimeHasItsOneFormWheneverItWas() {
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
}
