package innkeeper.common.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SeenTextTest {

  @Test
  void aLineWithoutControlCharactersStaysTheSame() {
    String line = "\tübung 東京 \u2502 100 %";
    assertSame(line, SeenText.of(line));
  }

  @Test
  void coloursAndOtherSequencesAreRemoved() {
    assertEquals("ERROR lost", SeenText.of("\u001b[1;31mERROR\u001b[0m lost"));
    assertEquals(
        "a link", SeenText.of("\u001b]8;;https://example.org\u0007a link\u001b]8;;\u001b\\"));
    assertEquals("red", SeenText.of("\u009b31mred"));
    assertEquals("ab", SeenText.of("a\u001b(Bb\u0000\u0007"));
  }

  @Test
  void aProgressBarIsItsLastState() {
    assertEquals("100 %", SeenText.of(" 10 %\r 50 %\r100 %\r"));
    assertEquals("done", SeenText.of("downloading 99 %\r\u001b[Kdone"));
    assertEquals("ready", SeenText.of("⠙ building the bundle\u001b[2K\u001b[1Gready"));
  }

  @Test
  void whatIsNotOverwrittenStaysVisible() {
    assertEquals("50 0 %", SeenText.of("1000 %\r50 "));
    assertEquals("cat", SeenText.of("car\bt"));
    assertEquals("a  b", SeenText.of("a\u001b[2Cb"));
    assertEquals("xbc", SeenText.of("abc\u001b[3Dx"));
  }

  @Test
  void anUnfinishedSequenceHidesNothing() {
    assertEquals("0;title and the text", SeenText.of("\u001b]0;title and the text"));
    assertEquals("", SeenText.of("\u001b[31"));
    assertEquals("a", SeenText.of("a\u001b"));
  }

  @Test
  void aLongLineIsCutWithANoteWithinTheLimit() {
    assertEquals("short", SeenText.of("\u001b[1mshort", 100));
    String whole = "x".repeat(100);
    assertEquals(whole, SeenText.of(whole, 100));
    assertEquals("x".repeat(70) + "… (31 more characters)", SeenText.of(whole + "x", 100));
    String pairs = "x" + "\ud83d\ude00".repeat(100);
    assertEquals(pairs.substring(0, 69) + "… (132 more characters)", SeenText.of(pairs, 100));
  }

  @Test
  void resultAndWorkStaySmall() {
    assertTrue(SeenText.of("\u001b[999999999C".repeat(1000) + "x").length() < 20_000);
    assertEquals("", SeenText.of("\u0090".repeat(1 << 20)));
    assertEquals("y", SeenText.of("y\u001b[2K".repeat(100_000) + "y"));
  }
}
