package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.rotation.disk.FileFacts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InterruptedRolloverTest {

  private static final String ARCHIVE = "demo.log.20260101T000000000Z-7";

  @TempDir Path dir;
  private Path logs;
  private Path active;

  @BeforeEach
  void aLog() throws IOException {
    logs = Files.createDirectory(dir.resolve("logs"));
    active = Files.writeString(logs.resolve("demo.log"), "now\n");
  }

  /** As at a start: every log is looked at, pairs are settled, nothing is rotated. */
  private List<String> recovered() throws IOException {
    try (House house = new House(dir)) {
      for (Path log : house.parts.archiveDirectory().logs()) {
        house.rotation.state(log).open(house.parts.recovery(), true);
      }
      house.tidy();
    }
    return Lines.names(logs);
  }

  @Test
  void aLinkMadeButNotMovedIsUndone() throws IOException {
    Files.createLink(logs.resolve(ARCHIVE), active);
    assertEquals(List.of("demo.log"), recovered());
    assertEquals("now\n", Files.readString(active));
  }

  @Test
  void aFreshFileNotMovedIsUndoneWithItsLink() throws IOException {
    Files.createLink(logs.resolve(ARCHIVE), active);
    Files.createFile(logs.resolve(ARCHIVE + ".new"));
    assertEquals(List.of("demo.log"), recovered());
  }

  @Test
  void aHardLinkOfSomeoneElsesIsNotTouched() throws IOException {
    Files.createLink(logs.resolve("demo.log.mine"), active);
    Files.createLink(dir.resolve("elsewhere"), active);
    Files.writeString(logs.resolve(ARCHIVE), "old\n");
    assertEquals(List.of("demo.log", ARCHIVE, "demo.log.mine"), recovered());
  }

  @Test
  void aHalfCompressedArchiveIsCompressedAgain() throws IOException {
    Files.writeString(logs.resolve(ARCHIVE), "old\n");
    Files.writeString(logs.resolve(ARCHIVE + ".gz.tmp"), "debris");
    Files.writeString(logs.resolve("demo.log.20260101T000000000Z-8"), "newer\n");
    assertEquals(
        List.of("demo.log", ARCHIVE + ".gz", "demo.log.20260101T000000000Z-8"), recovered());
    assertEquals(List.of("old", "newer", "now"), Lines.of(active));
  }

  @Test
  void ofTwoEqualFormsThePlainOneIsDeleted() throws IOException {
    Files.writeString(logs.resolve(ARCHIVE), "old\n");
    Files.write(logs.resolve(ARCHIVE + ".gz"), gzip("old\n"));
    assertEquals(List.of("demo.log", ARCHIVE + ".gz"), recovered());
  }

  @Test
  void aBrokenCompressedFormIsDeleted() throws IOException {
    Files.writeString(logs.resolve(ARCHIVE), "old\n");
    byte[] whole = gzip("old\n");
    for (int length = 0; length < whole.length; length++) {
      Files.write(logs.resolve(ARCHIVE + ".gz"), Arrays.copyOf(whole, length));
      assertEquals(List.of("demo.log", ARCHIVE), recovered(), "cut to " + length);
      assertEquals("old\n", Files.readString(logs.resolve(ARCHIVE)));
    }
  }

  @Test
  void aCompressedFormWithAWrongChecksumIsDeleted() throws IOException {
    Files.writeString(logs.resolve(ARCHIVE), "old\n");
    byte[] bad = gzip("old\n");
    bad[bad.length - 6] ^= 1;
    Files.write(logs.resolve(ARCHIVE + ".gz"), bad);
    assertEquals(List.of("demo.log", ARCHIVE), recovered());
  }

  @Test
  void aTruncatedPlainFormIsDeleted() throws IOException {
    Files.writeString(logs.resolve(ARCHIVE), "ol");
    Files.write(logs.resolve(ARCHIVE + ".gz"), gzip("old\n"));
    assertEquals(List.of("demo.log", ARCHIVE + ".gz"), recovered());
  }

  @Test
  void aLongerPlainFormStays() throws IOException {
    Files.writeString(logs.resolve(ARCHIVE), "old\nand more\n");
    Files.write(logs.resolve(ARCHIVE + ".gz"), gzip("old\n"));
    assertEquals(List.of("demo.log", ARCHIVE), recovered());
  }

  @Test
  void contradictingFormsBothStay() throws IOException {
    Files.writeString(logs.resolve(ARCHIVE), "one\n");
    Files.write(logs.resolve(ARCHIVE + ".gz"), gzip("two\n"));
    assertEquals(List.of("demo.log", ARCHIVE, ARCHIVE + ".gz"), recovered());
  }

  @Test
  void nothingElseIsTouched() throws IOException {
    List<String> foreign =
        List.of(
            "demo.log.1",
            "demo.log.2.gz",
            "demo.log.20260101-7.gz.tmp",
            "demo.log.bak",
            "demo.log.gz.tmp",
            "demo.log.new",
            "demo.log.new.link",
            "demo.log.20260101T000000000Z-007",
            "demo.log.20260230T000000000Z-7",
            "demo.log.20260101T000000000Z-7.bak",
            "demo.log.20260101T000000000Z-7.gz.new",
            "demo.log.20260101T000000000Z-7.gz.gz.tmp",
            "Demo.log.20260101T000000000Z-7.GZ",
            "demo.txt.20260101T000000000Z-7",
            "demo.txt.20260101T000000000Z-7.gz.tmp",
            "notes.new");
    for (String name : foreign) {
      Files.writeString(logs.resolve(name), "");
    }
    Files.writeString(logs.resolve("demo.log.20260101T000000000Z-5.new"), "with bytes");
    Files.createSymbolicLink(logs.resolve("demo.log.20260101T000000000Z-4"), dir.resolve("x"));
    Files.createDirectory(logs.resolve("demo.log.20260101T000000000Z-9"));
    Files.createDirectory(logs.resolve("demo.log.20260101T000000000Z-9.gz.tmp"));
    List<String> before = Lines.names(logs);
    assertEquals(before, recovered());
    assertTrue(before.size() > foreign.size());
  }

  @Test
  void theSequenceContinuesAfterTheHighestOnDisk() throws Exception {
    Files.writeString(logs.resolve(ARCHIVE + ".gz"), "");
    Files.writeString(logs.resolve("demo.log.20990101T000000000Z-3"), "");
    Files.writeString(logs.resolve("demo.log.x.20990101T000000000Z-900"), "");
    try (House house = new House(dir);
        TestLog log = new TestLog(active)) {
      house.rotation.add(log);
      assertTrue(house.rotation.rotate("demo").orElseThrow().endsWith("Z-8"));
    }
  }

  @Test
  void anUnfinishedRotationIsUndoneOnlyWithTheWriterHeld() throws Exception {
    Files.createLink(logs.resolve(ARCHIVE), active);
    Files.createFile(logs.resolve(ARCHIVE + ".new"));
    try (House house = new House(dir);
        TestLog log = new TestLog(active)) {
      house.rotation.state(active).open(house.parts.recovery(), false);
      assertEquals(List.of("demo.log", ARCHIVE, ARCHIVE + ".new"), Lines.names(logs));
      house.rotation.add(log);
      log.line(house.rotation, "more");
      house.rotation.rotate("demo");
      assertEquals(List.of("now", "more"), Lines.of(active));
    }
  }

  @Test
  void aStartUndoesAnUnfinishedRotation() throws Exception {
    Files.createLink(logs.resolve(ARCHIVE), active);
    try (House house = new House(dir);
        TestLog log = new TestLog(active)) {
      house.rotation.add(log);
      house.start();
      while (log.held == 0 || Files.exists(logs.resolve(ARCHIVE))) {
        Thread.onSpinWait();
      }
      assertEquals(1, FileFacts.links(active));
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
