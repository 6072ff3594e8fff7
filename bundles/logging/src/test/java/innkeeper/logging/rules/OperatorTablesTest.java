package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator's tables as files: read, read again, refused. */
class OperatorTablesTest {
  private static final String PIN = "id\tfind\tafter\nacme.pin\t'the door opens with '\t«[^ ]+»\n";
  private static final String LINE = "the door opens with q5x";

  @TempDir Path conf;
  private final Engine engine = new Engine();
  private final List<Runnable> scheduled = new ArrayList<>();
  private final List<String> audit = new ArrayList<>();
  private OperatorTables tables;

  @BeforeEach
  void make() throws IOException {
    Files.createDirectory(conf.resolve("redaction"));
    tables =
        new OperatorTables(
            conf,
            engine,
            (task, nanos) -> scheduled.add(task),
            (action, detail) -> audit.add(action + " " + detail));
  }

  private Path write(String name, String text) throws IOException {
    Path file = Files.writeString(conf.resolve("redaction").resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return file;
  }

  private String redacted() {
    return engine.redact(LINE);
  }

  @Test
  void aMissingDirectoryIsNotAnError() throws IOException {
    Files.delete(conf.resolve("redaction"));
    tables.read();
    assertEquals(List.of(), tables.mistakes());
  }

  @Test
  void aChangeIsReadOnceWhenTheFilesAreLeftAlone() throws IOException {
    tables.read();
    Path file = write("pins.tsv", PIN);
    tables.eye().seen(Set.of(file));
    tables.eye().seen(Set.of(file));
    scheduled.get(0).run();
    assertEquals(LINE, redacted());
    scheduled.get(1).run();
    assertEquals("the door opens with [REDACTED]", redacted());
    tables.eye().seen(Set.of(conf.resolve("redaction/.pins.tsv.swp")));
    assertEquals(2, scheduled.size());
  }

  @Test
  void aFileThatOthersMayWriteIsRefusedAndItsOldRulesStayInUse() throws IOException {
    Path file = write("pins.tsv", PIN);
    tables.read();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    write("off.tsv", "id\toff\nphrase.word\twe print it\n");
    tables.read();
    assertEquals("the door opens with [REDACTED]", redacted());
    assertEquals(1, tables.mistakes().size());
    assertTrue(tables.mistakes().get(0).contains("pins.tsv can be written by others"));
    assertTrue(tables.mistakes().get(0).endsWith("; what it said before serves on"));
    assertEquals(Map.of("phrase.word", "we print it"), tables.tables().off());
  }

  @Test
  void aFileThatIsNotTextIsRefused() throws IOException {
    Files.write(write("pins.tsv", ""), new byte[] {'i', 'd', (byte) 0xff, '\n'});
    Files.createDirectory(conf.resolve("redaction/folder.tsv"));
    tables.read();
    assertEquals(2, tables.mistakes().size());
    assertTrue(tables.mistakes().toString().contains("pins.tsv is not UTF-8"));
    assertTrue(tables.mistakes().toString().contains("folder.tsv is not a file"));
  }

  @Test
  void switchingOffAndOnIsAuditedOnce() throws IOException {
    Path file = write("off.tsv", "id\toff\nphrase.word\twe print it\n");
    tables.read();
    tables.read();
    assertEquals(
        List.of("redaction.off built-in rule phrase.word switched off: we print it"), audit);
    Files.delete(file);
    tables.read();
    assertEquals("redaction.on built-in rule phrase.word serves again", audit.get(1));
  }

  @Test
  void aRowThatFailsIsAuditedAndUsedAgainWhenItsFileChanges() throws IOException {
    String slow = "id\tfind\tafter\na.slow\t'aaaa'\t((. [a]* \"x\" | .)* \"y\" | .)* «.»\n";
    write("slow.tsv", slow);
    tables.read();
    assertEquals("[REDACTED]", engine.redact("a".repeat(60_000)));
    assertTrue(audit.get(0).startsWith("rule.disable redaction row slow.tsv:2: row a.slow: "));
    assertTrue(tables.mistakes().get(0).endsWith("it is switched off until its file changes"));
    write("slow.tsv", slow + "# mended\n");
    tables.read();
    assertEquals(List.of(), tables.mistakes());
  }
}
