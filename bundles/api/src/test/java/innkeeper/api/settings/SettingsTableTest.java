package innkeeper.api.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTableTest {

  @Test
  void quietHoursAreASpanOfADayOrEmpty() {
    for (String text : List.of("22-7", "24:00-07:00", "22:00-07:00 Mars", "22:00-07:60", "now")) {
      assertEquals(1, SettingsTable.mistakes(Map.of("ALARM_QUIET_HOURS", text)).size(), text);
    }
    assertEquals(List.of(), SettingsTable.mistakes(Map.of("ALARM_QUIET_HOURS", "")));
  }

  @Test
  void theAddressOfThePageIsHttpAndHoldsNoPassword() {
    for (String text :
        List.of("box1.example", "ftp://x", "https://u:p@x.example", "https://x/?k=v")) {
      assertEquals(1, SettingsTable.mistakes(Map.of("PAGE_URL", text)).size(), text);
    }
    for (String text : List.of("", "http://[::1]:4560", "https://box1.example/innkeeper/")) {
      assertEquals(List.of(), SettingsTable.mistakes(Map.of("PAGE_URL", text)), text);
    }
  }
}
