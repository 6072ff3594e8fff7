package innkeeper.common.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AmountsTest {

  @Test
  void spansAndSizesAreShortTexts() {
    assertEquals("12s", Amounts.span(Duration.ofSeconds(12)));
    assertEquals("5m 07s", Amounts.span(Duration.ofSeconds(307)));
    assertEquals("3h 04m", Amounts.span(Duration.ofMinutes(184)));
    assertEquals("2d 03h", Amounts.span(Duration.ofHours(51)));
    assertEquals("0s", Amounts.span(Duration.ofSeconds(-5)));
    assertEquals("1023 B", Amounts.bytes(1023));
    assertEquals("1.5 KiB", Amounts.bytes(1536));
    assertEquals("20.0 MiB", Amounts.bytes(20 << 20));
  }
}
