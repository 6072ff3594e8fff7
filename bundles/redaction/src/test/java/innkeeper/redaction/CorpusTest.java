package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

class CorpusTest {
  private final Engine engine = new Engine();

  @TestFactory
  Stream<DynamicTest> everySecretGoesAndTheRestOfItsLineStays() {
    return Corpus.positives().stream()
        .map(
            s ->
                DynamicTest.dynamicTest(
                    s.line(), () -> assertEquals(s.clean(), engine.redact(s.line()))));
  }

  @TestFactory
  Stream<DynamicTest> aCleanLineIsNotTouched() {
    return Corpus.negatives().stream()
        .map(line -> DynamicTest.dynamicTest(line, () -> assertEquals(line, engine.redact(line))));
  }

  @Test
  void aCleanLineIsNotTouchedInAnyWrapping() {
    List<UnaryOperator<String>> wrappings =
        List.of(
            line -> "{\"ts\":1,\"msg\":" + Wrap.json(line) + ",\"n\":2}",
            line -> "{\"log\":" + Wrap.json("{\"msg\":" + Wrap.json(line) + "}") + "}",
            line -> "level=info msg=" + Wrap.json(line) + " n=1",
            line -> "2026-01-01 00:00:00 INFO x - " + line,
            line -> "\u001b[32m" + line + "\u001b[0m");
    assertAll(
        Corpus.negatives().stream()
            .flatMap(line -> wrappings.stream().map(w -> w.apply(line)))
            .map(line -> (Executable) () -> assertEquals(line, engine.redact(line))));
  }

  @TestFactory
  Stream<DynamicTest> aProvidersTokenLeavesNoTail() {
    return Corpus.formats().stream()
        .map(
            format ->
                DynamicTest.dynamicTest(
                    format,
                    () -> {
                      Random random = new Random(format.hashCode());
                      for (int i = 0; i < 20; i++) {
                        check(Corpus.token(format, random));
                      }
                    }));
  }

  private void check(String token) {
    String tail = token.substring(token.length() - 6);
    String[] lines = {
      token,
      "deploy using " + token + " for web",
      "x=\"" + token + "\" y",
      "(" + token + "), next",
      "{\"v\":\"" + token + "\"}",
      "see:" + token + "."
    };
    for (String line : lines) {
      String clean = engine.redact(line);
      assertTrue(clean.contains("[REDACTED]"), line);
      boolean mark = token.endsWith("_mmk") || token.endsWith("NRAL") || tail.startsWith(".");
      assertFalse(!mark && clean.contains(tail), () -> line + " -> " + clean);
      assertEquals(clean, engine.redact(clean));
    }
  }

  @Test
  void aNumberUnderASecretNameBecomesAStringSoThatJsonStaysJson() {
    assertEquals("{\"password\":\"[REDACTED]\"}", engine.redact("{\"password\":123456}"));
    assertEquals(
        "{\"m\":\"{\\\"apiKey\\\":\\\"[REDACTED]\\\"}\"}",
        engine.redact("{\"m\":\"{\\\"apiKey\\\":987654}\"}"));
  }

  @Test
  void aPrefixStaysReadable() {
    assertEquals("use ghp_[REDACTED] now", engine.redact("use ghp_" + "a1".repeat(18) + " now"));
  }

  @Test
  void theSameTextComesBackWhenItIsClean() {
    String text = "nothing here\nnor here \ud800 lone\n";
    assertTrue(text == engine.redact(text));
  }
}
