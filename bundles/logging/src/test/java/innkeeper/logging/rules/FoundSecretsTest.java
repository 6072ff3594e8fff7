package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.log.Redactor.Found;
import innkeeper.redaction.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoundSecretsTest {
  @Test
  void countsLinesAndCharactersFromOne() {
    String text = "é\nü password=x1y2z3\nx\npassword=a9b8c7\n";
    List<Found> found = FoundSecrets.in(text, new Engine().find(text));
    assertEquals(
        List.of(new Found("name.passw", 2, 12, 17), new Found("name.passw", 4, 10, 15)), found);
  }
}
