package innkeeper.shell.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.shell.cli.Keyboard;
import innkeeper.shell.screen.Key.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyReaderTest {

  private static KeyReader reader(String typed) {
    ArrayDeque<Integer> bytes = new ArrayDeque<>();
    for (byte b : typed.getBytes(StandardCharsets.UTF_8)) {
      bytes.add(b & 255);
    }
    return new KeyReader(wait -> bytes.isEmpty() ? Keyboard.NONE : bytes.remove());
  }

  private static List<Kind> kinds(String typed) throws InterruptedException {
    KeyReader reader = reader(typed);
    List<Kind> kinds = new ArrayList<>();
    for (Key key = reader.next(1); key.kind() != Kind.NONE; key = reader.next(1)) {
      kinds.add(key.kind());
    }
    return kinds;
  }

  @Test
  void sequencesAreKeysAndALoneEscapeIsOneToo() throws Exception {
    assertEquals(
        List.of(Kind.UP, Kind.DOWN, Kind.UP, Kind.PAGE_UP, Kind.PAGE_DOWN, Kind.HOME, Kind.END),
        kinds("\033[A\033[B\033OA\033[5~\033[6~\033[H\033[4~"));
    assertEquals(List.of(Kind.ESCAPE), kinds("\033"));
    assertEquals(List.of(Kind.ESCAPE, Kind.TEXT), kinds("\033q"));
    assertEquals(List.of(Kind.OTHER, Kind.ENTER, Kind.BACKSPACE), kinds("\033[1;5C\r\177"));
    assertEquals(List.of(Kind.OTHER), kinds("\033[99999999999999\002"));
  }

  @Test
  void charactersAreReadWhole() throws Exception {
    KeyReader reader = reader("é🦉");
    assertEquals('é', reader.next(1).point());
    assertEquals("🦉", Character.toString(reader.next(1).point()));
  }

  @Test
  void theSizeComesAmongTheKeys() throws Exception {
    KeyReader reader = reader("\033[8;50;132tq\033[8;0;0t\033[8;x;1t");
    assertEquals(Kind.RESIZED, reader.next(1).kind());
    assertEquals(50, reader.rows());
    assertEquals(132, reader.columns());
    assertEquals('q', reader.next(1).point());
    assertEquals(Kind.RESIZED, reader.next(1).kind());
    assertEquals(1, reader.rows());
    assertEquals(Kind.OTHER, reader.next(1).kind());
  }

  @Test
  void aLineWiderThanTheScreenIsCutAndItsColourEnds() {
    assertEquals("abc", Screen.fitted("abcdef", 3));
    assertEquals("日", Screen.fitted("日本", 3));
    assertEquals("\033[31mab\033[0m", Screen.fitted("\033[31mabcd\033[0m", 2));
    assertEquals("\033[31mabcd\033[0m", Screen.fitted("\033[31mabcd\033[0m", 4));
  }
}
