package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.boot.log.ConsoleLines;
import org.junit.jupiter.api.Test;

class ConsoleLinesTest {

  @Test
  void controlCharactersAreShownAsText() {
    assertEquals(
        "\\u001b[2J\\u001b]0;title\\u0007 over\\u000dprinted \\u009b31m \\u202etxt",
        ConsoleLines.visible("\u001b[2J\u001b]0;title\u0007 over\rprinted \u009b31m \u202etxt"));
  }

  @Test
  void lineEndsTabsAndLettersAreUnchanged() {
    String text = "a\tb\n\tat x.Y(Y.java:1) größer 日本 \uD83D\uDE00";
    assertEquals(text, ConsoleLines.visible(text));
  }
}
