package innkeeper.common.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {

  private static final List<String> KNOWN =
      List.of("status", "start", "restart", "stop", "logs", "why", "whenFull", "update", "upgrade");

  @ParameterizedTest
  @CsvSource({
    "statsu, status", // swapped
    "satrt, start",
    "statuss, status", // one too many
    "stat, start", // one missing
    "lgos, logs",
    "wenFull, whenFull",
    "WHY, why",
    "restrat, restart",
    "upg, upgrade", // the only one that begins so
    "whenf, whenFull",
    "up, ''", // too short to mean one
    "x, ''",
    "kill, ''",
    "frobnicate, ''",
    "'', ''"
  })
  void onlyANearWordIsFound(String typed, String meant) {
    assertEquals(meant, NearestWord.of(typed, KNOWN).orElse(""));
  }

  @org.junit.jupiter.api.Test
  void theHintIsTheEndOfASentence() {
    assertEquals("; did you mean logs?", NearestWord.hint("log", KNOWN));
    assertEquals("", NearestWord.hint("sing", KNOWN));
  }
}
