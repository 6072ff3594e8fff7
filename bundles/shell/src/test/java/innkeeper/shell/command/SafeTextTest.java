package innkeeper.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.text.Amounts;
import innkeeper.shell.cli.SafeText;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SafeTextTest {

  @Test
  void nothingThatCommandsATerminalIsLeftInALine() {
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
  void coloursMayStayAndEndWithTheLine() {
    assertEquals("\033[31mred\033[0m", SafeText.coloured("\033[31mred"));
    assertEquals("ab", SafeText.coloured("a\033[1;1Hb"));
  }

  @Test
  void spansAndSizesReadAtAGlance() {
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
