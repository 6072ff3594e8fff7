package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each prefix that a public rule set knows is one that a row covers. */
class TokenPrefixesTest {
  private static final int DRAWN = 5;

  private static final Engine engine = new Engine();

  static List<String> prefixes() {
    return Corpus.lines("prefixes.txt");
  }

  @ParameterizedTest
  @MethodSource("prefixes")
  void aRowCoversIt(String line) {
    String format = line.substring(line.indexOf('\t') + 1);
    Random random = new Random(format.hashCode());
    for (int i = 0; i < DRAWN; i++) {
      String token = Corpus.token(format, random);
      String clean = engine.redact("ready with " + token + " on port 80");
      String middle = token.substring(token.length() / 2, token.length() - 3);
      assertFalse(clean.contains(middle), () -> token + " -> " + clean);
    }
  }
}
