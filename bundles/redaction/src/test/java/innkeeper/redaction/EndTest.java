package innkeeper.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

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
    for (Trigger trigger : Catalogue.all()) {
      String text = new String(trigger.text(), UTF_8) + end;
      assertDoesNotThrow(() -> engine.redact(text), text);
    }
  }
}
