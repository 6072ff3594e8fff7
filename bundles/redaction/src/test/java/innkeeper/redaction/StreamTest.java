package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamTest {
  private final Engine engine = new Engine();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private RedactingStream stream;

  @BeforeEach
  void open() {
    stream = engine.stream(out::write);
  }

  private void write(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
  }

  private String shown() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aWholeLineIsAtTheSinkWhenWriteReturns() throws IOException {
    write("one\ntwo password=hunter2\nthr");
    assertEquals("one\ntwo password=[REDACTED]\n", shown());
    assertEquals(2, stream.lines());
    assertEquals(1, stream.redactions());
    assertEquals(3, stream.heldBytes());
    assertFalse(stream.neutral());
  }

  @Test
  void aPromptIsShownButNothingOfTheAnswer() throws IOException {
    write("Password: ");
    stream.flushPartial();
    assertEquals("Password: ", shown());
    write("hunter2");
    stream.flushPartial();
    assertEquals("Password: ", shown());
    write("\n");
    assertEquals("Password: [REDACTED]\n", shown());
    assertTrue(stream.neutral());
  }

  @Test
  void progressIsShownDotByDot() throws IOException {
    write("Working..");
    stream.flushPartial();
    write(".");
    stream.flushPartial();
    assertEquals("Working...", shown());
    write(" 45%");
    stream.flushPartial();
    assertEquals("Working... 45%", shown());
  }

  @Test
  void aPartOfATokenIsNeverShown() throws IOException {
    write("using gh");
    stream.flushPartial();
    assertEquals("using ", shown());
    write("p_" + "x7".repeat(18));
    stream.flushPartial();
    assertEquals("using ", shown());
    stream.finish();
    assertEquals("using ghp_[REDACTED]", shown());
  }

  @Test
  void aTokenCutShortByTheEndIsRedacted() throws IOException {
    write("using ghp_abcd1234");
    stream.finish();
    assertEquals("using ghp_[REDACTED]", shown());
  }

  @Test
  void finishAddsNoLineEnd() throws IOException {
    write("half a line");
    stream.finish();
    assertEquals("half a line", shown());
    assertEquals(0, stream.lines());
  }

  @Test
  void carriageReturnsBeforeLineEndsStay() throws IOException {
    write("password=hunter2\r\nclean\r\n");
    assertEquals("password=[REDACTED]\r\nclean\r\n", shown());
  }

  @Test
  void aLineLongerThanTheBoundIsTheSameHoweverItIsCut() throws IOException {
    String filler = "lorem ipsum dolor ".repeat(90_000);
    String text = filler + "password=hunter2 " + filler + "\nnext\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String whole = Streams.whole(engine, text);
    assertEquals(text.replace("hunter2", "[REDACTED]"), whole);
    assertEquals(whole, Streams.cut(engine, bytes, 4096, false));
    assertEquals(whole, Streams.cut(engine, bytes, 65_537, false));
  }

  @Test
  void anEndlessSecretIsNeverShownNorKept() throws IOException {
    write("password=");
    for (int i = 0; i < 64; i++) {
      write("Zz".repeat(32 * 1024));
      assertTrue(stream.heldBytes() <= RedactingStream.MAX_LINE);
    }
    write("\nclean\n");
    assertFalse(shown().contains("ZzZz"));
    assertTrue(shown().endsWith("[REDACTED]\nclean\n"), shown());
    assertEquals(2, stream.lines());
  }

  @Test
  void newLiteralsAndRulesAreSeenFromTheNextLineOn() throws IOException {
    write("magic-word-1\n");
    engine.register("test", List.of("magic-word-1"));
    write("magic-word-1\n");
    engine.rules(List.of(new WordRule("purple")));
    write("a purple cow\n");
    assertEquals("magic-word-1\n[REDACTED]\na [REDACTED] cow\n", shown());
  }

  @Test
  void aRuleThatThrowsHidesTheLine() throws IOException {
    engine.rules(List.of(new WordRule(null)));
    write("anything\nat all\n");
    assertEquals("[REDACTED]\n[REDACTED]\n", shown());
  }

  @Test
  void whatTheSinkThrowsReachesTheWriter() {
    RedactingStream broken =
        engine.stream(
            (bytes, from, length) -> {
              throw new IOException("disk full");
            });
    assertThrows(IOException.class, () -> broken.write(new byte[] {'a', '\n'}, 0, 2));
  }

  @Test
  void anyBytesInAnyCutsGiveTheSameAndKeepTheirLines() throws IOException {
    String alphabet = "\"'\\=: &,;{}[]()<>%-./@|abpw\n\r\u001b[mé€";
    String[] words = {
      "password",
      "token",
      "Authorization: ",
      "Bearer ",
      "://",
      "ghp_",
      "eyJ",
      "curl -u ",
      "mysql -p",
      "secret=",
      "cookie: ",
      "\\\"",
      "-----BEGIN PRIVATE KEY-----",
      "-----END "
    };
    for (int seed = 0; seed < 1500; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(120); i > 0; i--) {
        text.append(
            random.nextInt(3) == 0
                ? words[random.nextInt(words.length)]
                : alphabet.charAt(random.nextInt(alphabet.length())));
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      String whole = Streams.whole(engine, text.toString());
      assertEquals(whole, Streams.cut(engine, bytes, 1, false), "seed " + seed);
      assertEquals(text.chars().filter(c -> c == '\n').count(), lines(whole), "seed " + seed);
      assertFalse(whole.contains("\ufffd"), "seed " + seed);
    }
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  private record WordRule(String word) implements Rule {
    @Override
    public String name() {
      return "word";
    }

    @Override
    public List<int[]> find(byte[] line, int length) {
      int at = new String(line, 0, length, StandardCharsets.UTF_8).indexOf(word.strip());
      return at < 0 ? List.of() : List.of(new int[] {at, at + word.length()});
    }
  }
}
