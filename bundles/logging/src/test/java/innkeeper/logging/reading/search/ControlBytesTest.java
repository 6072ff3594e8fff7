package innkeeper.logging.reading.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import innkeeper.common.text.SeenText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlBytesTest {

  private static final String BEFORE = "\t©ä".repeat(14);

  @Test
  void eachControlCharacterIsFoundAtEachPlaceAndNoOtherIs() {
    for (int c = 0; c < 0x180; c++) {
      boolean control = c == 0 || c == 7 || c == 8 || c == 13 || c == 0x1b || c >> 5 == 0x80 >> 5;
      for (int at = 0; at < BEFORE.length(); at++) {
        String before = BEFORE.substring(at);
        for (String after : List.of("plain text é", "long text é".repeat(200))) {
          byte[] bytes = (before + Character.toString(c) + after).getBytes(StandardCharsets.UTF_8);
          int expected = control ? before.getBytes(StandardCharsets.UTF_8).length : -1;
          assertEquals(expected, ControlBytes.first(bytes, 0, bytes.length), c + " at " + at);
        }
      }
    }
  }

  @Test
  void eachOfThemChangesWhatATerminalShows() {
    for (int c : new int[] {0, 7, 8, 13, 0x1b, 0x80, 0x9b, 0x9f}) {
      String line = "ab" + Character.toString(c) + "x";
      assertNotEquals(line, SeenText.of(line));
    }
  }

  @Test
  void aLineEndOfWindowsIsNoControlCharacter() {
    byte[] bytes = "one\r\ntwo, three\r\n\rfour".getBytes(StandardCharsets.UTF_8);
    assertEquals(17, ControlBytes.first(bytes, 0, bytes.length));
    assertEquals(-1, ControlBytes.first(bytes, 0, 17));
    for (int length = 1100; length < 1120; length++) {
      byte[] lines =
          "some text\r\n\u000b".repeat(100).substring(0, length).getBytes(StandardCharsets.UTF_8);
      boolean cut = lines[length - 1] == '\r';
      assertEquals(cut ? length - 1 : -1, ControlBytes.first(lines, 0, length));
    }
  }

  @Test
  void bytesOutsideTheRangeDoNotCount() {
    byte[] bytes = new byte[64];
    Arrays.fill(bytes, 20, 43, (byte) 'x');
    assertEquals(-1, ControlBytes.first(bytes, 20, 43));
    assertEquals(43, ControlBytes.first(bytes, 20, 44));
  }
}
