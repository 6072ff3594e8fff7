package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.scan.RuleSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing may be read behind a text's last byte, whatever it ends in. */
class EndTest {
  private final Engine engine = new Engine();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "  ", "=", ": ", ":", "'", " '", "\"", " \"", "\\", " is ", " is '", " -p", "@",
        "/", "(", "<", ">", "[", "{", ",", ", ", "&", "%", "-", ".", "?", "|", "$"
      })
  void aTextMayEndRightBehindATrigger(String end) {
    for (Trigger trigger : RuleSet.BUILTIN.triggers()) {
      String text = trigger + end;
      assertDoesNotThrow(() -> engine.redact(text), text);
    }
  }
}
