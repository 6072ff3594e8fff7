package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import innkeeper.boot.log.CleanLines;
import innkeeper.redaction.Engine;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanLinesTest {

  private final List<String> lines = new ArrayList<>();
  private final PrintStream out =
      new PrintStream(new CleanLines(new Engine(), lines::add), true, StandardCharsets.UTF_8);

  @Test
  void aLinePrintedInPiecesIsOneRedactedLine() {
    out.print("connecting pass");
    out.print("word=hun");
    out.println("ter2 now");
    assertEquals(1, lines.size());
    assertFalse(lines.get(0).contains("hunter2"), lines::toString);
  }

  @Test
  void aStackTraceComesLineByLine() {
    new IllegalStateException("boom").printStackTrace(out);
    assertEquals("java.lang.IllegalStateException: boom", lines.get(0));
  }

  @Test
  void aLoggerThatPrintsCausesNoEndlessLoop() {
    List<String> seen = new ArrayList<>();
    PrintStream[] self = new PrintStream[1];
    self[0] =
        new PrintStream(
            new CleanLines(
                new Engine(),
                line -> {
                  seen.add(line);
                  self[0].println("again");
                }),
            true,
            StandardCharsets.UTF_8);
    self[0].println("once");
    assertEquals(List.of("once"), seen);
  }
}
