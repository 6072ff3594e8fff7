package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.scan.Encodings;
import innkeeper.redaction.scan.RegisteredValues;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiteralTest {
  private static final String SECRET = "pl/um \"&<'+ pudd\\ing=9é";
  private final Engine engine = new Engine();

  private void gone(String line, String form) {
    String clean = engine.redact(line);
    assertFalse(clean.contains(form), clean);
    assertTrue(clean.contains("[REDACTED]"), clean);
    assertEquals(clean, engine.redact(clean));
  }

  @Test
  void aRegisteredValueIsHiddenInEveryEncoding() {
    assertTrue(engine.register("test", List.of(SECRET)).isEmpty());
    byte[] raw = SECRET.getBytes(StandardCharsets.UTF_8);
    String json = Wrap.inner(SECRET);
    String percent = URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
    List<String> forms =
        List.of(
            SECRET,
            json,
            Wrap.inner(json),
            percent,
            percent.replace("+", "%20"),
            HexFormat.of().formatHex(raw),
            HexFormat.of().withUpperCase().formatHex(raw),
            SECRET.replace("'", "'\\''"),
            SECRET
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;")
                .replace("'", "&apos;"));
    for (String form : forms) {
      gone("x " + form + " y", form);
    }
  }

  @Test
  void base64IsFoundAtAnyAlignmentWithAnySurroundings() {
    engine.register("test", List.of("plum-pudding"));
    for (String before : List.of("", "a", "ab", "user:")) {
      for (String after : List.of("", "\n", "zz")) {
        byte[] raw = (before + "plum-pudding" + after).getBytes(StandardCharsets.UTF_8);
        String standard = Base64.getEncoder().encodeToString(raw);
        String clean = engine.redact("x " + standard + " y");
        assertTrue(clean.contains("[REDACTED]"), standard);
        assertTrue(clean.length() < standard.length() + 14, clean);
      }
    }
  }

  @Test
  void overlappingAndSelfSimilarValuesAreFoundAtEverySplit() {
    List<String> values = List.of("abcabcX9", "aabaab", "cabcX9zz", "abab9999");
    engine.register("test", values);
    for (String text :
        List.of("abcabcabcX9", "aaabaab", "xabababab9999y", "abcabcX9zz", "abcabcX9aabaab")) {
      byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
      String whole = Streams.whole(engine, text + "\n");
      for (String value : values) {
        assertFalse(whole.contains(value), whole);
      }
      for (int split = 0; split <= bytes.length; split++) {
        assertEquals(whole, Streams.at(engine, bytes, split, true));
      }
    }
  }

  @Test
  void eachLineOfAValueOfSeveralLinesIsHidden() {
    engine.register("test", List.of("first-line-x\nsecond-line-y\n"));
    assertEquals("[REDACTED]\n[REDACTED]\n", engine.redact("first-line-x\nsecond-line-y\n"));
  }

  @Test
  void aValueTooShortIsNamedByItsSourceNeverByItself() {
    List<String> warnings = engine.register("project c1 PIN", List.of("0815", "true", ""));
    assertEquals(3, warnings.size());
    assertTrue(warnings.get(0).startsWith("project c1 PIN"), warnings.get(0));
    assertFalse(warnings.toString().contains("0815"));
    assertEquals("say 0815 true", engine.redact("say 0815 true"));
  }

  @Test
  void manyValuesStaySmall() {
    List<byte[]> forms =
        java.util.stream.IntStream.range(0, 40)
            .mapToObj(i -> "value-number-" + i + "-" + Integer.toHexString(i * 7919))
            .flatMap(value -> Encodings.of(value).stream())
            .toList();
    assertTrue(RegisteredValues.NONE.and(forms).size() < 60_000);
  }

  @Test
  void aForgottenValueIsPrintedAndTheOthersAreNot() {
    engine.register("test", List.of("first-plum-1", "second-plum-2"));
    engine.forget(List.of("first-plum-1", "never-known"));
    assertEquals("first-plum-1 [REDACTED]", engine.redact("first-plum-1 second-plum-2"));
  }

  @Test
  void theLongestOfSeveralValuesAtAPlaceIsHidden() {
    engine.register(
        "test", List.of("plumstone", "plumstone-pie", "plumstone-pie-9-ab", "plumstonf"));
    assertEquals("[REDACTED]-9-aX", engine.redact("plumstone-pie-9-aX"));
    assertEquals("[REDACTED] [REDACTED]!", engine.redact("plumstone-pie-9-ab plumstone!"));
    assertEquals("plumston plumstonz", engine.redact("plumston plumstonz"));
  }

  /** Every place of such a line may begin the value: the rest of the line is hidden instead. */
  @Test
  void aLineThatLooksLikeAValueEverywhereTakesLinearTime() {
    engine.register("test", List.of("ab".repeat(20_000) + "c"));
    String line = "ab".repeat(400_000);
    long start = System.nanoTime();
    String clean = engine.redact("x " + line);
    assertTrue(System.nanoTime() - start < 20_000_000_000L);
    assertTrue(clean.endsWith("[REDACTED]"), () -> clean.substring(clean.length() - 20));
  }
}
