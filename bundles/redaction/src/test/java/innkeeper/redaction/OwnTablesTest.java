package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of an operator's tables beside the built-in ones. */
class OwnTablesTest {
  private static final String TOKENS = "id\tprefix\talphabet\tleast\n";
  private static final String PHRASES = "id\tfind\tafter\n";
  private static final String COMMANDS = "id\tfind\ttakes\n";
  private static final String NAMES = "id\tfind\n";
  private static final String OFF = "id\toff\n";

  private final Engine engine = new Engine();
  private final List<String> failed = new ArrayList<>();

  private OwnTables read(String text) {
    return engine.tables(Map.of("own.tsv", text), failed::add);
  }

  private void assertServes(String table, String line, String clean) {
    assertEquals(List.of(), read(table).refused());
    assertEquals(clean, engine.redact(line));
  }

  @Test
  void aToken() {
    String token = "acme_live_" + "abcdef0123456789";
    assertEquals("x " + token, engine.redact("x " + token));
    assertServes(
        TOKENS + "acme.token\tacme_live_\tword\t12\n", "x " + token, "x acme_live_[REDACTED]");
    assertEquals("acme.token", engine.find("x " + token).get(0).rule());
  }

  @Test
  void aPhrase() {
    assertServes(
        PHRASES + "acme.pin\t'the door opens with '\t«[^ ]+»\n",
        "The door opens with q5x now",
        "The door opens with [REDACTED] now");
  }

  @Test
  void aCommand() {
    assertServes(
        COMMANDS + "acme.ctl\t'acmectl'\toption --pw\n",
        "$ acmectl --user bob --pw hunter2 start",
        "$ acmectl --user bob --pw [REDACTED] start");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "frobnitz=q5x rest,frobnitz=[REDACTED] rest",
        "MY_FROBNITZ_2: q5x,MY_FROBNITZ_2: [REDACTED]",
        "{\"frobnitz\": \"two words\"},{\"frobnitz\": \"[REDACTED]\"}",
        "the frobnitz is fine,the frobnitz is fine"
      })
  void aName(String line, String clean) {
    assertServes(NAMES + "acme.frob\t'frobnitz'\n", line, clean);
  }

  @Test
  void aRowThatIsWrongIsRefusedWithFileLineAndReasonWhileTheOthersServe() {
    OwnTables tables =
        read(
            PHRASES
                + "acme.open\t'the door opens with '\t«[^ ]+\n"
                + "acme.word\t'the door opens with '\t«nowords»\n"
                + "acme.none\t'the door opens with '\t[^ ]+\n"
                + "acme.short\t'the'\t«[^ ]+»\n"
                + "acme.columns\t'the door'\n"
                + "phrase.word\t'the door opens with '\t«[^ ]+»\n"
                + "acme.good\t'the gate opens with '\t«[^ ]+»\n"
                + "acme.good\t'the wall opens with '\t«[^ ]+»\n");
    assertEquals(1, tables.rows());
    assertEquals("the gate opens with [REDACTED]", engine.redact("the gate opens with q5x"));
    String all = String.join("\n", tables.refused());
    assertEquals(7, tables.refused().size(), all);
    for (String part :
        List.of(
            "own.tsv:2: row acme.open: ",
            "own.tsv:3: row acme.word: ",
            "own.tsv:4: row acme.none: it hides nothing",
            "own.tsv:5: row acme.short: 'the' is too short",
            "own.tsv:6: 2 columns, but 3",
            "own.tsv:7: row phrase.word: a built-in row has this id",
            "own.tsv:9: row acme.good: the id stands at own.tsv:8")) {
      assertTrue(all.contains(part), () -> part + " is not in:\n" + all);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "x.y,no reason,no built-in rule has this id",
    "key.pem,no reason,cannot be switched off",
    "key.line,no reason,cannot be switched off",
    "registered.value,no reason,cannot be switched off",
    "own.rule,no reason,cannot be switched off",
    "phrase.word,,must say why"
  })
  void whatCannotBeSwitchedOff(String id, String why, String refused) {
    OwnTables tables = read(OFF + id + "\t" + (why == null ? "" : why) + "\n");
    assertEquals(Map.of(), tables.off());
    assertTrue(tables.refused().get(0).contains(refused), tables.refused().get(0));
  }

  @ParameterizedTest
  @CsvSource({
    "phrase.word,bindpw hunter2",
    "token.github-personal,ghp_0123456789abcdefghij0123456789abcdef",
    "command.redis-cli,redis-cli -h r -a hunter2 ping",
    "address.password,see ftp://bob:hunter2@host/"
  })
  void aBuiltInRowIsSwitchedOffAndOnAgain(String id, String line) {
    String hidden = engine.redact(line);
    assertTrue(hidden.contains("[REDACTED]"), hidden);
    OwnTables tables = read(OFF + id + "\tour test host prints it\n");
    assertEquals(Map.of(id, "our test host prints it"), tables.off());
    assertEquals(line, engine.redact(line));
    assertEquals("password=[REDACTED]", engine.redact("password=hunter2"));
    assertEquals("our test host prints it", info(id).off());
    read("");
    assertEquals(hidden, engine.redact(line));
    assertEquals("", info(id).off());
  }

  private RuleInfo info(String id) {
    return engine.catalogue().stream().filter(r -> r.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void noRowOfOnesOwnRevealsWhatABuiltInOneHides() {
    List<String> lines = new ArrayList<>();
    RowSamples.rows()
        .flatMap(row -> RowSamples.of(row, "positive").stream())
        .forEach(text -> lines.add(Corpus.sample(text).line()));
    Engine plain = new Engine();
    read(
        "id\tfind\tbefore\tafter\tcovers\twithin\n"
            + "a.pass\t'pass'\t\t[^ ]* \" \"? «.?»\tyes\tyes\n"
            + "a.token\t'token'\t.{0,9}\t.* «.?»\tyes\tyes\n"
            + "a.http\t'http'\t\t.{0,99} «\"/\"?»\tyes\tyes\n"
            + "a.login\t'logi'\t\t.* «.?»\tyes\tyes\n"
            + "a.auth\t'auth'\t«.{0,3}\t.{0,20}»\tyes\tyes\n"
            + "a.key\t'_key'\t\t.{0,200} «.?»\tno\tyes\n");
    assertEquals(List.of(), engine.catalogue().stream().filter(r -> !r.off().isEmpty()).toList());
    for (String line : lines) {
      long own = engine.redact(line).split("\\[REDACTED]", -1).length;
      assertTrue(own > 1, line);
      for (Finding secret : plain.find(line)) {
        assertTrue(
            engine.find(line).stream()
                .anyMatch(f -> f.from() <= secret.from() && secret.to() <= f.to()),
            () -> line + " shows " + secret + ", finds " + engine.find(line));
      }
    }
  }

  @Test
  void aSlowRowIsSwitchedOffAndHidesItsLine() {
    assertEquals(
        List.of(),
        read(PHRASES + "a.slow\t'aaaa'\t((. [a]* \"x\" | .)* \"y\" | .)* «.»\n").refused());
    String line = "a".repeat(60_000);
    assertEquals("[REDACTED]", engine.redact(line));
    assertEquals(1, failed.size());
    assertTrue(
        failed.get(0).startsWith("own.tsv:2: row a.slow: it needs too many steps"), failed.get(0));
    assertEquals(line, engine.redact(line));
    assertEquals("password=[REDACTED]", engine.redact("password=hunter2"));
  }

  @Test
  void tablesAreReadAgainBetweenLinesOfAStream() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = engine.stream(out::write);
    byte[] line = "the door opens with q5x\n".getBytes(StandardCharsets.UTF_8);
    stream.write(line, 0, line.length);
    stream.write(line, 0, 10);
    read(PHRASES + "acme.pin\t'the door opens with '\t«[^ ]+»\n");
    stream.write(line, 10, line.length - 10);
    read("");
    stream.write(line, 0, line.length);
    assertEquals(
        "the door opens with q5x\nthe door opens with [REDACTED]\nthe door opens with q5x\n",
        out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aRowKeepsItsCountWhenItsTableIsReadAgain() {
    String table = PHRASES + "acme.pin\t'the door opens with '\t«[^ ]+»\n";
    read(table);
    engine.redact("the door opens with q5x");
    read(PHRASES + "acme.other\t'the wall opens with '\t«[^ ]+»\n");
    read(table);
    engine.redact("the door opens with q5x");
    assertEquals(2, info("acme.pin").fired());
    assertEquals("own.tsv:2", info("acme.pin").source());
  }

  @Test
  void registeredValuesAreKnownBesideRowsOfOnesOwn() {
    read(TOKENS + "acme.token\tacme_live_\tword\t12\n");
    engine.register("test", List.of("Xq7-long-value"));
    read(PHRASES + "acme.pin\t'the door opens with '\t«[^ ]+»\n");
    assertEquals("it is [REDACTED].", engine.redact("it is Xq7-long-value."));
  }
}
