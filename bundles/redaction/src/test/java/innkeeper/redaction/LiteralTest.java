package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.scan.Encodings;
import innkeeper.redaction.scan.RegisteredValues;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
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

  /** Written with the JDK's own encoders, in the midst of what a program may print around them. */
  @Test
  void encodingsThatFewProgramsUseAreHiddenToo() {
    for (String value : List.of("k9Tz4vQ-winter_Pie", SECRET)) {
      Engine alone = new Engine();
      alone.register("test", List.of(value));
      byte[] raw = value.getBytes(StandardCharsets.UTF_8);
      List<String> forms = new ArrayList<>();
      for (String separator : List.of(":", " ", "-", ",", ", ")) {
        forms.add(HexFormat.ofDelimiter(separator).formatHex(raw));
        forms.add(HexFormat.ofDelimiter(separator).withUpperCase().formatHex(raw));
      }
      forms.add(HexFormat.ofDelimiter(", ").withPrefix("0x").formatHex(raw));
      forms.add(HexFormat.of().withPrefix("\\x").formatHex(raw));
      forms.add(HexFormat.of().withPrefix("%").withUpperCase().formatHex(raw));
      forms.add(HexFormat.of().withPrefix("%").formatHex(raw));
      forms.add(Arrays.toString(unsigned(raw)));
      forms.add(Arrays.toString(unsigned(raw)).replace(" ", ""));
      forms.add(each(value, "\\u%04x"));
      forms.add(each(value, "\\u%04X"));
      forms.add(each(value, "&#%d;"));
      forms.add(each(value, "&#x%x;"));
      forms.add(value.toUpperCase(Locale.ROOT));
      forms.add(value.toLowerCase(Locale.ROOT));
      for (String form : forms) {
        String clean = alone.redact("a 7 " + form + " b");
        assertTrue(clean.startsWith("a 7 ") && clean.endsWith(" b"), clean);
        assertTrue(clean.contains("[REDACTED]") && clean.length() < 28, form + " -> " + clean);
        assertEquals(clean, alone.redact(clean));
      }
    }
  }

  @Test
  void anEncodingIsHiddenTheSameHoweverItIsCutAndShownInParts() {
    engine.register("test", List.of("k9Tz4vQ-winter", "k9Tz4vQ-winter_Pie"));
    byte[] raw = "k9Tz4vQ-winter".getBytes(StandardCharsets.UTF_8);
    for (String form :
        List.of(
            HexFormat.ofDelimiter(":").formatHex(raw),
            HexFormat.of().withPrefix("%").formatHex(raw),
            each("k9Tz4vQ-winter", "&#%d;"),
            Base64.getEncoder().encodeToString(raw),
            "K9TZ4VQ-WINTER")) {
      byte[] bytes = ("at 12:6b " + form + "_P 12:6b\n").getBytes(StandardCharsets.UTF_8);
      String whole = Streams.whole(engine, new String(bytes, StandardCharsets.UTF_8));
      assertTrue(whole.contains("[REDACTED]"), whole);
      for (int split = 0; split <= bytes.length; split++) {
        assertEquals(whole, Streams.at(engine, bytes, split, false));
        assertEquals(whole, Streams.at(engine, bytes, split, true));
      }
    }
  }

  /** As base64(1), openssl and mails break it; the value begins at any place of a longer text. */
  @Test
  void partsOfAnEncodingThatLineEndsBreakAreHidden() {
    String value = "k9Tz4vQ-winter_Pie.and+44/more=of~it,until7the8end9of0a1long2line";
    engine.register("test", List.of(value));
    List<String> parts = new ArrayList<>();
    for (int width : new int[] {64, 76}) {
      for (int before = 0; before < 60; before++) {
        byte[] text =
            ("#".repeat(before) + value + "#".repeat(30)).getBytes(StandardCharsets.UTF_8);
        Base64.Encoder lines = Base64.getMimeEncoder(width, new byte[] {'\n'});
        String wrapped = "log:\n" + lines.encodeToString(text) + "\ndone\n";
        assertHidden(
            wrapped,
            lines.encodeToString(text).split("\n"),
            before * 4 / 3,
            value.length() * 4 / 3);
        parts.add(wrapped);
      }
    }
    String hex = HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "  [REDACTED]\n  [REDACTED]\n",
        engine.redact("  " + hex.substring(0, 60) + "\n  " + hex.substring(60, 120) + "\n"));
    // In the midst of a line a part is nobody's: other values may have it too.
    String part = "in the " + hex.substring(8, 30) + " midst\n";
    assertEquals(part, engine.redact(part));
    for (String wrapped : parts.subList(0, 3)) {
      byte[] bytes = wrapped.getBytes(StandardCharsets.UTF_8);
      for (int split = 0; split <= bytes.length; split++) {
        assertEquals(engine.redact(wrapped), Streams.at(engine, bytes, split, true));
      }
    }
  }

  /** No part of fifteen letters is left of those that begin at a place in the unbroken text. */
  private void assertHidden(String wrapped, String[] lines, int from, int length) {
    String clean = engine.redact(wrapped);
    assertEquals(wrapped.lines().count(), clean.lines().count());
    String whole = String.join("", lines);
    for (int at = from + 2; at + 15 < from + length; at++) {
      assertFalse(clean.contains(whole.substring(at, at + 15)), clean);
    }
    assertEquals(clean, engine.redact(clean));
  }

  private static int[] unsigned(byte[] raw) {
    int[] numbers = new int[raw.length];
    for (int i = 0; i < raw.length; i++) {
      numbers[i] = raw[i] & 0xff;
    }
    return numbers;
  }

  private static String each(String value, String form) {
    StringBuilder out = new StringBuilder();
    for (char c : value.toCharArray()) {
      out.append(String.format(form, (int) c));
    }
    return out.toString();
  }

  @Test
  void base64OfBase64AndOfUtf16IsFoundAtAnyAlignment() {
    engine.register("test", List.of("k9Tz4vQ-winter_Pie"));
    for (String before : List.of("", "a", "ab", "user:")) {
      for (String around : List.of("", "x", "yz")) {
        String inner = before + "k9Tz4vQ-winter_Pie" + around;
        String once =
            around + Base64.getEncoder().encodeToString(inner.getBytes(StandardCharsets.UTF_8));
        String twice = Base64.getEncoder().encodeToString(once.getBytes(StandardCharsets.UTF_8));
        hiddenWithin(twice);
        byte[] utf16 = inner.getBytes(StandardCharsets.UTF_16LE);
        hiddenWithin(Base64.getEncoder().encodeToString(utf16));
      }
    }
  }

  private void hiddenWithin(String form) {
    String clean = engine.redact("x " + form + " y");
    assertTrue(clean.contains("[REDACTED]"), form);
    assertTrue(clean.length() < 44, clean);
  }

  /** With the encoder of another: Python's, for values of all lengths. */
  @Test
  void base32IsFoundAtAnyAlignment() {
    engine.register("test", List.of("plum-pudding"));
    for (String base32 :
        List.of(
            "OBWHK3JNOB2WIZDJNZTQ====",
            "PBYGY5LNFVYHKZDENFXGOIJB",
            "PB4XA3DVNUWXA5LEMRUW4ZZB",
            "PB4HS4DMOVWS24DVMRSGS3THEEQQ====")) {
      hiddenWithin(base32);
      hiddenWithin(base32.toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void aValueIsHiddenInTextOfOtherEncodings() throws Exception {
    engine.register("test", List.of("plüm-pudding-9"));
    for (Charset charset :
        List.of(
            StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      byte[] line = "say plüm-pudding-9 now".getBytes(charset);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      RedactingStream stream =
          engine.stream((bytes, from, length) -> out.write(bytes, from, length));
      stream.write(line, 0, line.length);
      stream.finish();
      byte[] secret = "plüm-pudding-9".getBytes(charset);
      String left = out.toString(StandardCharsets.ISO_8859_1);
      assertFalse(left.contains(new String(secret, StandardCharsets.ISO_8859_1)), left);
      assertTrue(left.contains("[REDACTED]"), left);
    }
  }

  @Test
  void specialCharactersTogetherAreHiddenAsLanguagesQuoteThem() {
    String value = "a\"b\\cé=d'e:f";
    engine.register("test", List.of(value));
    for (String form :
        List.of(
            "a\\\"b\\\\c\\u00e9=d'e:f",
            "a\\\"b\\\\c\\u00E9=d'e:f",
            "a\"b\\\\cé=d\\'e:f",
            "a\"b\\\\c\\xe9=d\\'e:f",
            "a\"b\\\\c\\xc3\\xa9=d\\'e:f",
            "a\"b\\\\c\\u00e9\\=d'e\\:f",
            "a\"b\\c=C3=A9=3Dd'e:f")) {
      assertEquals("x [REDACTED] y", engine.redact("x " + form + " y"), form);
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
    engine.register("test", List.of("-----BEGIN THING-----\nthird-line-z\n-----END THING-----"));
    assertEquals(
        "-----BEGIN THING-----\n[REDACTED]", engine.redact("-----BEGIN THING-----\nthird-line-z"));
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
    assertTrue(RegisteredValues.NONE.and(forms).size() < 300_000);
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
