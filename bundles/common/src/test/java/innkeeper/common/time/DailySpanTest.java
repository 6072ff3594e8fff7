package innkeeper.common.time;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DailySpanTest {

  private static boolean in(String span, String at) {
    return DailySpan.parse(span).contains(Instant.parse("2026-11-22T" + at + "Z"));
  }

  @Test
  void aSpanMayCrossMidnight() {
    assertTrue(in("22:00-07:00 UTC", "22:00:00"));
    assertTrue(in("22:00-07:00 UTC", "03:12:00"));
    assertFalse(in("22:00-07:00 UTC", "07:00:00"));
    assertFalse(in("22:00-07:00 UTC", "21:59:59"));
    assertTrue(in("12:00-13:30 UTC", "13:29:59"));
    assertFalse(in("12:00-13:30 UTC", "13:30:00"));
    assertTrue(in("00:00-00:00 UTC", "12:00:00"));
  }

  @Test
  void aZoneAndItsSummerTimeApplyToASpan() {
    DailySpan night = DailySpan.parse("22:00-07:00 Europe/Berlin");
    assertTrue(night.contains(Instant.parse("2026-11-22T05:59:00Z")));
    assertFalse(night.contains(Instant.parse("2026-07-22T05:59:00Z")));
  }

  @Test
  void anInvalidSpanIsRefused() {
    for (String text : List.of("22-7", "24:00-07:00", "22:00-07:00 Mars", "22:00-07:60", "now")) {
      assertThrows(IllegalArgumentException.class, () -> DailySpan.parse(text), text);
    }
  }
}
