package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.LearnedValues.Learned;
import innkeeper.redaction.LearnedValues.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnedValuesTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final String VALUE = "kT49-wq9z_Pie7";

  private final Engine engine = new Engine();
  private Limits limits = new Limits(8, DAY);
  private Instant now = Instant.parse("2026-11-21T09:00:00Z");
  private final LearnedValues learned = fresh();

  private LearnedValues fresh() {
    return new LearnedValues(() -> limits, () -> now);
  }

  /** What becomes of the text in the project's output, a stream for each. */
  private String through(String text) {
    return through(text, learned);
  }

  private String through(String text, LearnedValues values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = engine.stream(out::write, values);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      stream.write(bytes, 0, bytes.length);
      stream.finish();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=" + VALUE,
        "Authorization: Token " + VALUE,
        "connect postgres://bob:" + VALUE + "@db/app",
        "{\"api_key\":\"" + VALUE + "\"}"
      })
  void aHiddenValueIsLookedForFromTheNextLineOnInItsEncodings(String lesson) {
    byte[] raw = VALUE.getBytes(StandardCharsets.UTF_8);
    String base64 = Base64.getEncoder().encodeToString(raw);
    String hex = HexFormat.of().formatHex(raw);
    String first = "line of " + VALUE.substring(0, 5) + "\n";
    String clean =
        through(first + lesson + "\nsent " + VALUE + "\nand " + base64 + "\nand " + hex + "\n");
    String[] lines = clean.split("\n");
    assertEquals(first, lines[0] + "\n");
    assertEquals("sent [REDACTED]", lines[2]);
    assertTrue(lines[3].startsWith("and [REDACTED]") && lines[3].length() < 20, lines[3]);
    assertEquals("and [REDACTED]", lines[4]);
    assertEquals(1, learned.values().size());
  }

  @Test
  void theLineThatTeachesAndThoseBeforeAreAsTheyWereWithoutIt() {
    String text = "sent " + VALUE + "x\npassword=Qz7-" + VALUE + " sent " + VALUE + "\n";
    assertEquals(engine.redact(text), through(text));
  }

  @Test
  void aPasswordIsLearnedAsItWasBeforeItWasEncoded() {
    String basic = Base64.getEncoder().encodeToString("bob:p@ss9word".getBytes());
    assertEquals(
        "GET\nsent [REDACTED]\n",
        through("Authorization: Basic " + basic + "\nsent p@ss9word\n")
            .replaceFirst("Authorization.*", "GET"));
    assertEquals(
        "x\nsent [REDACTED]\n",
        through("redis://bob:blue%23river%3F42@cache/0\nsent blue#river?42\n")
            .replaceFirst("redis.*", "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "correcthorse",
        "OrderService",
        "http-nio-8080-exec-1",
        "web-01.internal:5432",
        "2026-11-21T09:00:00.123Z",
        "12345678901",
        "com/example/App2.java",
        "./conf/app2.yaml",
        "10.0.0.1:8080/app",
        "x86-64",
        "R41-M1-N3-C:J35",
        "abc12",
        "sha256:512",
        "db2.example.com"
      })
  void wordsNumbersAndPathsAreNotLearned(String word) {
    through("password=" + word + "\n");
    assertTrue(learned.values().isEmpty(), learned.values().keySet().toString());
  }

  @Test
  void whatTheLogShowsInClearElsewhereIsNotLearned() {
    String log = "order k7order99 shipped by worker12\n";
    assertEquals(log, through(log));
    through("password=k7order99\npassword=WORKER12\npassword=7order99\n");
    assertEquals(log, through(log));
    assertTrue(learned.values().isEmpty(), learned.values().keySet().toString());
  }

  /** Looking through the log takes time: a burst of secrets is not looked up as a whole. */
  @Test
  void whatABurstLeftUnlearnedIsLearnedWhenItComesAgain() {
    limits = new Limits(2048, DAY);
    learned.settle();
    for (int i = 1000; i < 1400; i++) {
      through("password=Va7lue" + i + "\n");
    }
    int burst = learned.values().size();
    assertTrue(burst >= 256 && burst < 400, burst + " values");
    through("clean line\n".repeat(30_000) + "password=Va7lue1399\n");
    assertTrue(learned.values().containsKey("Va7lue1399"));
  }

  @Test
  void whatIsRegisteredOrOnlyPassingIsNotLearned() {
    engine.register("test", List.of("Qz7registered"));
    through("password=Qz7registered\notp_code: kT4wq9zPie7\nghp_" + "a1B2".repeat(9) + "\n");
    assertTrue(learned.values().isEmpty(), learned.values().keySet().toString());
  }

  @Test
  void halfOfTheRoomIsForAddressesAndHeaders() {
    for (int i = 10; i < 30; i++) {
      through("password=Na7mely" + i + "\n");
    }
    assertEquals(4, learned.values().size());
    for (int i = 10; i < 30; i++) {
      through("Authorization: Token Hea7der" + i + "\n");
    }
    assertEquals(8, learned.values().size());
    assertEquals("[REDACTED] Na7mely14\n", through("Na7mely13 Na7mely14\n"));
    assertEquals("[REDACTED] Hea7der14\n", through("Hea7der13 Hea7der14\n"));
  }

  @Test
  void aFullTableLearnsNothingUntilAValueExpires() {
    limits = new Limits(2, DAY);
    learned.settle();
    through("password=Na7mely10\n");
    now = now.plus(DAY.dividedBy(2));
    through("password=Na7mely11\n");
    assertEquals("Na7mely11\n", through("Na7mely11\n"));
    now = now.plus(DAY.dividedBy(2));
    assertTrue(learned.settle());
    assertEquals("Na7mely10\n", through("Na7mely10\n"));
    through("password=Na7mely12\n");
    assertEquals("[REDACTED]\n", through("Na7mely12\n"));
  }

  @Test
  void aValueThatIsTaughtAgainLivesOn() {
    through("password=Na7mely10\n");
    now = now.plus(DAY.dividedBy(2));
    through("password=Na7mely10\n");
    now = now.plus(DAY.dividedBy(2));
    learned.settle();
    assertEquals("[REDACTED]\n", through("Na7mely10\n"));
  }

  @Test
  void withoutRoomNothingIsLearnedAndAllIsForgotten() {
    through("password=Na7mely10\n");
    limits = new Limits(0, DAY);
    assertTrue(learned.settle());
    assertEquals("Na7mely10\n", through("password=x\nNa7mely10\n").substring(20));
    through("password=Na7mely11\n");
    assertEquals("Na7mely11\n", through("Na7mely11\n"));
  }

  @Test
  void aSuccessorKnowsWhatWasLearned() {
    through("password=Na7mely10\nAuthorization: Token Hea7der10\n");
    LearnedValues successor = fresh();
    successor.recall(learned.values());
    assertEquals("[REDACTED] [REDACTED]\n", through("Na7mely10 Hea7der10\n", successor));
    through("password=Na7mely11\n", successor);
    List<String> ids = successor.values().values().stream().map(Learned::id).toList();
    assertEquals(List.of("v1", "v2", "v3"), ids);
  }

  @Test
  void whatIsTakenBackIsLearnedAgainFromTheSameLines() {
    String text = "sent Na7mely10\npassword=Na7mely11\nsent Na7mely11\n";
    String clean = through(text);
    learned.rewind();
    assertTrue(learned.values().isEmpty());
    assertEquals(clean, through(text, learned));
    assertTrue(learned.settle());
    assertFalse(learned.settle());
    learned.rewind();
    assertEquals("sent [REDACTED]\n", through("sent Na7mely11\n"));
  }

  @Test
  void aValueCanBeForgottenByItsId() {
    through("password=Na7mely10\npassword=Na7mely11\n");
    assertEquals("v2", learned.idOf("Na7mely11").orElseThrow());
    assertTrue(learned.forget("v2"));
    assertFalse(learned.forget("v9"));
    assertEquals("[REDACTED] Na7mely11\n", through("Na7mely10 Na7mely11\n"));
    through("password=Na7mely11\n");
    assertEquals("[REDACTED] Na7mely11\n", through("Na7mely10 Na7mely11\n"));
    assertTrue(learned.idOf("Na7mely11").isEmpty());
    LearnedValues successor = fresh();
    successor.recall(learned.values());
    assertEquals("[REDACTED] Na7mely11\n", through("Na7mely10 Na7mely11\n", successor));
  }

  @Test
  void whyIsToldByTheLearnedValuesRow() {
    through("password=Na7mely10\n");
    assertEquals(
        List.of(new Finding("learned.value", 5, 14)), engine.find("sent Na7mely10 on", learned));
    assertTrue(engine.find("sent Na7mely10 on").isEmpty());
    assertFalse(learned.values().get("Na7mely10").toString().contains("Na7mely10"));
  }

  /** Lines that teach among lines that show, in all places of a stream. */
  private static byte[] lessons() {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    List<String> frames =
        List.of(
            "password=%s and more",
            "seen %s in clear",
            "GET /x?a=%s",
            "https://bob:%s@host/",
            "\u001b[1mtoken\u001b[0m: %s",
            "Authorization: Bearer %s",
            "secret:\r",
            "  %s");
    for (int i = 0; i < 120; i++) {
      String value = "Va7lue" + (10 + random.nextInt(12));
      text.append(String.format(frames.get(random.nextInt(frames.size())), value)).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void howeverTheOutputIsCutTheSameIsLearnedAndTheSameIsHidden() {
    byte[] bytes = lessons();
    LearnedValues once = fresh();
    String whole = Streams.at(sink -> engine.stream(sink, once), bytes, 0, false);
    assertTrue(once.values().size() > 3);
    for (int split = 0; split <= bytes.length; split += 7) {
      for (boolean flush : new boolean[] {false, true}) {
        LearnedValues values = fresh();
        int at = split;
        assertEquals(whole, Streams.at(sink -> engine.stream(sink, values), bytes, at, flush));
        assertEquals(once.values(), values.values());
      }
    }
    for (int seed = 0; seed < 60; seed++) {
      LearnedValues values = fresh();
      Random random = new Random(seed);
      assertEquals(whole, Streams.random(sink -> engine.stream(sink, values), bytes, random, 40));
      assertEquals(once.values(), values.values());
    }
  }

  @Test
  void redactingAgainChangesNothing() {
    String once = through(new String(lessons(), StandardCharsets.UTF_8));
    assertEquals(once, through(once));
    assertEquals(once, engine.redact(once));
  }

  @Test
  void bothStreamsOfAProjectKnowWhatOneOfThemTaught() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream first = engine.stream(out::write, learned);
    RedactingStream second = engine.stream(out::write, learned);
    byte[] lesson = "password=Na7mely10\n".getBytes();
    byte[] begun = "sent Na7m".getBytes();
    byte[] rest = "ely10 on\n".getBytes();
    second.write(begun, 0, begun.length);
    first.write(lesson, 0, lesson.length);
    second.write(rest, 0, rest.length);
    assertEquals("password=[REDACTED]\nsent [REDACTED] on\n", out.toString());
  }

  /** Somebody prints each word of a log as a password, with a case of his own or a part of it. */
  @Test
  void whoPrintsEveryWordAsAPasswordDoesNotEatTheLog() {
    limits = new Limits(256, DAY);
    learned.settle();
    List<String> lines = Systems.lines(40, new Random(3));
    through(String.join("\n", lines) + "\n");
    Set<String> words = new TreeSet<>();
    for (String line : lines) {
      for (String word : line.split("[ =,;\"]+")) {
        words.addAll(
            List.of(word, word.toUpperCase(Locale.ROOT), word.substring(word.length() / 8)));
      }
    }
    StringBuilder poison = new StringBuilder();
    words.forEach(word -> poison.append("password=").append(word).append('\n'));
    through(poison.toString());
    assertTrue(learned.values().size() <= 128);
    List<String> later = Systems.lines(40, new Random(4));
    List<String> clean = List.of(through(String.join("\n", later) + "\n").split("\n"));
    List<String> eaten = clean.stream().filter(line -> line.contains("[REDACTED]")).toList();
    assertTrue(eaten.size() <= later.size() / 100, eaten.size() + " " + eaten);
  }

  @Test
  void aLineLongerThanABufferTeachesNothing() {
    String line = "x".repeat(RedactingStream.MAX_LINE) + " password=Na7mely10\n";
    through(line);
    assertEquals(Map.of(), learned.values());
  }
}
