package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExitTest {

  private static final Map<String, String> SERVICE = Map.of("NOTIFY_SOCKET", "/run/x");

  @Test
  void aServiceIsTriedAgainForAsLongAsTheCauseLasts() throws Exception {
    String unit =
        Files.readString(Path.of("../../runtime/src/main/dist/service/innkeeper.service"));
    long window = number(unit, "StartLimitIntervalSec");
    long burst = number(unit, "StartLimitBurst");
    for (int exit : new int[] {Exit.DISK, Exit.UNAVAILABLE}) {
      long tries = window * 1000 / Exit.retryPauseMillis(exit, SERVICE);
      assertTrue(tries < burst, tries + " starts in " + window + " s, " + burst + " end them");
    }
  }

  @Test
  void aStartInATerminalEndsAtOnce() {
    assertEquals(0, Exit.retryPauseMillis(Exit.DISK, Map.of()));
  }

  @Test
  void aWrongSettingEndsTheStartAtOnce() {
    assertEquals(0, Exit.retryPauseMillis(Exit.CONFIGURATION, SERVICE));
  }

  private static long number(String unit, String key) {
    Matcher found = Pattern.compile("(?m)^" + key + "=([0-9]+)$").matcher(unit);
    assertTrue(found.find(), key);
    return Long.parseLong(found.group(1));
  }
}
