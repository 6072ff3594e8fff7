package innkeeper.common.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SafeTextTest {

  @Test
  void noControlSequenceIsLeftInALine() {
    assertEquals("plain\ttext ü 🦉", SafeText.line("plain\ttext ü 🦉"));
    assertEquals("ab", SafeText.line("a\033[2Jb"));
    assertEquals("ab", SafeText.line("a\033]0;title\007b"));
    assertEquals("ab", SafeText.line("a\033]52;c;ZXZpbA==\033\\b"));
    assertEquals("ab", SafeText.line("a\033Pq#0\033\\b"));
    assertEquals("ab", SafeText.line("a\033cb"));
    assertEquals("ab", SafeText.line("a\r\b\007\u009bb"));
    assertEquals("a", SafeText.line("a\033"));
    assertEquals("a", SafeText.line("a\033["));
    assertEquals("a", SafeText.line("a\033]never ended"));
    assertEquals("red", SafeText.line("\033[31mred\033[0m"));
  }

  @Test
  void keptColoursEndWithTheLine() {
    assertEquals("\033[31mred\033[0m", SafeText.coloured("\033[31mred"));
    assertEquals("ab", SafeText.coloured("a\033[1;1Hb"));
  }
}
