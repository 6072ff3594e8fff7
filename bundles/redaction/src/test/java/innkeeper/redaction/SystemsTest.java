package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SystemsTest {
  private static final int EACH = 2000;
  private final List<String> lines = Systems.lines(EACH, new Random(16));

  @Test
  void noLineOfSixteenSystemsLogsIsTouched() {
    Engine engine = new Engine();
    assertEquals(16, Systems.shapes().size());
    assertEquals(16 * EACH, lines.size());
    String text = String.join("\n", lines);
    assertEquals(lines, List.of(engine.redact(text).split("\n")));
  }

  /** The quick look at many lines and the slow one at each must agree. */
  @Test
  void linesAreJudgedAloneAsAmongOthers() {
    Engine engine = new Engine();
    for (String line : lines) {
      assertEquals(line, engine.redact(line));
    }
  }
}
