package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.common.file.Durable;
import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the old conf/redact.rules says serves on, and moves to redact.keep and conf/redaction. */
class RulesMigrationTest {
  private static final String TEXT =
      "# ours\n\nliteral shibboleth-of-old\nkey internal-ref\nkey BAY\nliteral shibboleth-of-old\n";
  private static final String LINE = "shibboleth-of-old Internal-Ref=4711 bay: 0815";
  private static final String CLEAN = "[REDACTED] Internal-Ref=[REDACTED] bay: [REDACTED]";

  @TempDir Path data;
  private Path conf;
  private Path file;
  private Path keep;
  private Path table;
  private Engine engine;
  private OperatorTables tables;
  private RulesMigration migration;
  private final List<String> audit = new ArrayList<>();

  @BeforeEach
  void paths() throws IOException {
    conf = Files.createDirectory(data.resolve("conf"));
    file = conf.resolve("redact.rules");
    keep = data.resolve("redact.keep");
    table = conf.resolve("redaction/redact-rules.tsv");
  }

  private void old(String text) throws IOException {
    Files.deleteIfExists(file);
    Durable.create(file);
    Files.writeString(file, text);
  }

  /** As the bundle starts. */
  private void start() throws IOException {
    engine = new Engine();
    RegisteredSecrets secrets = new RegisteredSecrets(engine, null, data);
    tables =
        new OperatorTables(
            conf, engine, (task, nanos) -> {}, (action, detail) -> audit.add(action + detail));
    migration = new RulesMigration(secrets, tables);
    if (Files.isRegularFile(keep)) {
      secrets.recallKept();
    }
    tables.read();
    migration.run();
  }

  private void assertMistake(String part) {
    assertTrue(migration.mistakes().toString().contains(part), migration.mistakes().toString());
    assertFalse(migration.mistakes().toString().contains("shibboleth"));
  }

  private void assertMoved() throws IOException {
    assertEquals(CLEAN, engine.redact(LINE));
    assertEquals(List.of(), migration.mistakes());
    assertEquals(List.of(), tables.mistakes());
    assertEquals(2, tables.tables().rows());
    assertEquals("shibboleth-of-old\n", Files.readString(keep));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(keep)));
    assertFalse(Files.exists(file));
    start();
    assertEquals(CLEAN, engine.redact(LINE));
  }

  @Test
  void literalsAndKeysMoveAndTheNextStartReadsThemThere() throws IOException {
    old(TEXT);
    start();
    assertMoved();
    assertEquals(TEXT, Files.readString(conf.resolve("redact.rules.old")));
    List<String> rows = Files.readAllLines(table);
    assertEquals("id\tfind\tstart\tafter", rows.get(0));
    assertTrue(rows.get(1).startsWith("redact-rules.1\t'internal-ref'\t\t"), rows.get(1));
    assertTrue(rows.get(2).startsWith("redact-rules.2\t'bay=' | 'bay:' | "), rows.get(2));
  }

  /** The right side is what release 0.1.1 made of the left one. */
  private static final String[][] SAMPLES = {
    {"internal-ref=4711-0815 x", "internal-ref=[REDACTED] x"},
    {"INTERNAL-REF: a;b", "INTERNAL-REF: [REDACTED];b"},
    {"my_internal-ref = a b", "my_internal-ref = [REDACTED] b"},
    {"myinternal-ref=a", "myinternal-ref=a"},
    {"internal-reference=a", "internal-reference=a"},
    {"the internal-ref is fine", "the internal-ref is fine"},
    {"{\"internal-ref\": \"two words\", \"x\": 1}", "{\"internal-ref\": \"[REDACTED]\", \"x\": 1}"},
    {"{'internal-ref': 'it \"is\"'}", "{'internal-ref': '[REDACTED]'}"},
    {
      "{\"m\":\"{\\\"internal-ref\\\": \\\"a b\\\"}\"}",
      "{\"m\":\"{\\\"internal-ref\\\": \\\"[REDACTED]\\\"}\"}"
    },
    {"internal-ref => \"a\"", "internal-ref => \"[REDACTED]\""},
    {"GET /?internal-ref=a&y=2", "GET /?internal-ref=[REDACTED]&y=2"},
    {"internal-ref=C:\\Users\\x, y", "internal-ref=[REDACTED], y"},
    {"internal-ref=/home/alice/x", "internal-ref=[REDACTED]"},
    {
      "internal-ref=null internal-ref=xxxx internal-ref=no",
      "internal-ref=[REDACTED] internal-ref=[REDACTED] internal-ref=[REDACTED]"
    },
    {"internal-ref=\"report.xlsx\"", "internal-ref=\"[REDACTED]\""},
    {"internal-ref=${DB_PASSWORD}", "internal-ref=[REDACTED]"},
    {"internal-ref=zebra internal-ref=0x7f3a99", "internal-ref=[REDACTED] internal-ref=[REDACTED]"},
    {"internal-ref=!@#/+ internal-ref=+a/", "internal-ref=[REDACTED] internal-ref=[REDACTED]"},
    {"internal-ref=grün internal-ref=…a", "internal-ref=[REDACTED] internal-ref=[REDACTED]"},
    {"internal-ref=", "internal-ref="},
    {
      "internal-ref=z/home/al internal-ref=<\\b>", "internal-ref=[REDACTED] internal-ref=[REDACTED]"
    },
    {"{\"internal-ref\":1234,\"x\":1}", "{\"internal-ref\":[REDACTED],\"x\":1}"},
    {"bay=0815 BAY: 1", "bay=[REDACTED] BAY: [REDACTED]"},
    {"{'bay' : '12 34'} ebay=1 bays=2", "{'bay' : '[REDACTED]'} ebay=1 bays=2"},
    {"{\\\"bay\\\":\\\"1\\\"}", "{\\\"bay\\\":\\\"[REDACTED]\\\"}"},
    {"my_ref.x=a", "my_ref.x=[REDACTED]"},
  };

  @Test
  void eachRowHidesWhatItsKeyHid() throws IOException {
    old("key internal-ref\nkey bay\nkey My_Ref.X\n");
    start();
    start();
    assertFalse(Files.exists(file));
    for (String[] sample : SAMPLES) {
      assertEquals(sample[1], engine.redact(sample[0]));
    }
  }

  @Test
  @Timeout(30)
  void noLineSwitchesARowOff() throws IOException {
    old("key internal-ref\nkey bay\n");
    start();
    for (String name : List.of("internal-ref", "bay")) {
      for (String sign : List.of("=", "=\"", "='", "=\\\"", "=a\\b", "=/", "=z", "= ", ":::")) {
        engine.redact((name + sign).repeat(60_000 / (name + sign).length()));
        engine.redact((name + sign).repeat(2_000) + "\\a".repeat(20_000));
      }
    }
    assertEquals(List.of(), audit);
  }

  @Test
  void movingTwiceChangesNothing() throws IOException {
    old(TEXT);
    start();
    String rows = Files.readString(table);
    old(TEXT);
    start();
    assertMoved();
    assertEquals(rows, Files.readString(table));
    assertTrue(Files.exists(conf.resolve("redact.rules.old.1")));
  }

  @Test
  void valuesAndRowsThatAreThereStayAndMissingOnesAreAdded() throws IOException {
    old("key internal-ref\nliteral first-of-all\n");
    start();
    Files.writeString(table, Files.readString(table).strip() + "\n# a remark");
    old(TEXT);
    start();
    assertEquals(CLEAN, engine.redact(LINE));
    assertEquals("first-of-all\nshibboleth-of-old\n", Files.readString(keep));
    List<String> rows = Files.readAllLines(table);
    assertEquals(4, rows.size());
    assertEquals("# a remark", rows.get(2));
    assertTrue(rows.get(3).startsWith("redact-rules.2\t'bay='"), rows.get(3));
  }

  @Test
  void aTableThatCannotBeWrittenLeavesTheFileAndItsRulesInEffect() throws IOException {
    old(TEXT);
    Files.createFile(conf.resolve("redaction"));
    start();
    assertEquals(CLEAN, engine.redact(LINE));
    assertEquals(TEXT, Files.readString(file));
    assertEquals("shibboleth-of-old\n", Files.readString(keep));
    assertMistake("redact.rules could not be moved: ");
    tables.read();
    assertEquals(CLEAN, engine.redact(LINE));
    Files.delete(conf.resolve("redaction"));
    start();
    assertMoved();
  }

  @Test
  void valuesThatCannotBeKeptLeaveTheFileAndItsRulesInEffect() throws IOException {
    old(TEXT);
    Files.createDirectory(keep);
    start();
    assertEquals(CLEAN, engine.redact(LINE));
    assertFalse(Files.exists(table));
    assertMistake("redact.keep");
    Files.delete(keep);
    start();
    assertMoved();
  }

  @Test
  void aTableOfThatNameWithOtherColumnsIsNotTouched() throws IOException {
    old(TEXT);
    Files.createDirectory(conf.resolve("redaction"));
    Files.writeString(table, "id\tfind\nacme.name\t'frobnitz'\n");
    start();
    assertEquals(CLEAN + " frobnitz=[REDACTED]", engine.redact(LINE + " frobnitz=q5x"));
    assertMistake("redact-rules.tsv has other columns; rename it");
    Files.move(table, table.resolveSibling("names.tsv"));
    start();
    assertEquals(CLEAN + " frobnitz=[REDACTED]", engine.redact(LINE + " frobnitz=q5x"));
    assertEquals(List.of(), migration.mistakes());
  }

  @Test
  void aRowThatIsRefusedLeavesTheFileAndItsRulesInEffect() throws IOException {
    old(TEXT);
    Files.createDirectory(conf.resolve("redaction"));
    Path taken = conf.resolve("redaction/names.tsv");
    Files.writeString(taken, "id\tfind\nredact-rules.1\t'frobnitz'\n");
    for (int i = 0; i < 2; i++) {
      start();
      assertEquals(CLEAN, engine.redact(LINE));
      assertMistake("redact-rules.tsv has rows that are refused");
    }
    Files.delete(taken);
    start();
    assertMoved();
  }

  @Test
  void aFileThatOthersCanReadIsNotMovedAndInEffect() throws IOException {
    old(TEXT);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    start();
    assertEquals(CLEAN, engine.redact(LINE));
    assertMistake("it can be read by others; chmod 600 it");
    assertTrue(Files.exists(file) && !Files.exists(keep));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    start();
    assertMoved();
  }

  @Test
  void aFileThatCannotBeReadStays() throws IOException {
    old("");
    Files.write(file, new byte[] {'k', (byte) 0xff});
    start();
    assertMistake("could not be moved");
    assertTrue(Files.exists(file));
  }

  @Test
  void linesThatCannotBeMovedStayAloneAndAreNamedWithoutTheirValues() throws IOException {
    String left = "literal none\nkey id\nshibboleth\nkey two words\n";
    old(TEXT + left);
    start();
    assertEquals(CLEAN, engine.redact(LINE));
    assertEquals(left, Files.readString(file));
    assertEquals(TEXT + left, Files.readString(conf.resolve("redact.rules.old")));
    for (String part : List.of("line 1: the value", "line 2: a row", "line 3: it", "line 4: a")) {
      assertMistake("redact.rules " + part);
    }
    start();
    assertEquals(CLEAN, engine.redact(LINE));
    assertMistake("line 2: a row of conf/redaction needs a name of three or more");
    assertEquals(left, Files.readString(file));
    assertFalse(Files.exists(conf.resolve("redact.rules.old.1")));
  }

  /** The texts of short names fill the engine's index. */
  @Test
  void moreKeysThanThereCanBeRowsAreNotMoved() throws IOException {
    StringBuilder text = new StringBuilder("literal shibboleth-of-old\n");
    IntStream.range(10, 80).forEach(n -> text.append("key q%02d\n".formatted(n)));
    Files.createDirectory(conf.resolve("redaction"));
    Files.writeString(conf.resolve("redaction/names.tsv"), "id\tfind\nacme.name\t'frobnitz'\n");
    old(text.toString());
    start();
    assertMistake("its keys have no effect, conf/redaction cannot have so many rows");
    assertEquals(text.toString(), Files.readString(file));
    assertEquals("[REDACTED] frobnitz=[REDACTED]", engine.redact("shibboleth-of-old frobnitz=q5x"));
  }

  @Test
  void aFileThatComesLaterIsReportedAndMovedAtTheNextStart() throws IOException {
    start();
    assertEquals(List.of(), migration.mistakes());
    old(TEXT);
    assertMistake("conf/redact.rules is not read any more; its rules are moved at the next start");
    start();
    assertMoved();
  }
}
