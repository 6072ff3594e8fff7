package innkeeper.records.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeenLineTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-23 03:12:00 x",
        "[2026-11-23T03:12:00Z INFO x]",
        "Nov 28, 2026 7:28:36 PM app.Main main",
        "11月 28, 2026 7:20:43 午後 shop.Till close",
        "I1128 19:12:13.218739   19777 main.go:12] started",
        "20 [main] ERROR shop.orders - order 7 failed",
        "[E 261129 23:59:54 web:1820] x",
        "\u001b[2m2026-11-23T03:12:00Z\u001b[0m INFO x"
      })
  void aTimeBeginsARecord(String line) {
    assertTrue(SeenLine.of(line).timed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"@timestamp\":\"x\"}",
        "{ \"time\": 1 }",
        "error:   lost",
        "[web] ready",
        "level=info msg=x",
        "GET /ok 200 1.6 ms - 2",
        "\u001b[31mERROR\u001b[0m lost"
      })
  void aMarkBeginsARecordWithoutATime(String line) {
    assertTrue(SeenLine.of(line).stamped());
    assertFalse(SeenLine.of(line).timed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain text", "\tat a.B.c(B.java:1)", "config:", "1 of 2", ""})
  void otherLinesBeginNone(String line) {
    assertFalse(SeenLine.of(line).stamped());
  }

  @Test
  void aLongLineIsReadFromItsLastState() {
    String bar = "x".repeat(10_000) + "\r" + "y".repeat(10_000) + "\rdone";
    assertEquals("done", SeenLine.of(bar + "\r").text().substring(0, 4));
    assertEquals(500, SeenLine.of("z".repeat(1 << 20)).text().length());
  }
}
