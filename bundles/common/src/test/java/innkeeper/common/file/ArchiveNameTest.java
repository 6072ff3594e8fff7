package innkeeper.common.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveNameTest {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private static final Pattern FORM =
      Pattern.compile("(.+)\\.([0-9]{8}T[0-9]{9}Z)-([1-9][0-9]{0,17})(\\.gz)?");

  /** What a name says, by pattern and calendar: slow, and short enough to be believed. */
  private static Optional<ArchiveName> byPattern(String fileName) {
    Matcher m = FORM.matcher(fileName);
    if (!m.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
              new ArchiveName(
                  m.group(1),
                  TIME.parse(m.group(2), Instant::from),
                  Long.parseLong(m.group(3)),
                  m.group(4) != null))
          .filter(name -> name.fileName().equals(fileName));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Test
  void aWrittenNameIsParsedBack() {
    Random random = new Random(11);
    for (int i = 0; i < 20_000; i++) {
      long at = random.nextLong(-62_167_219_200_000L, 253_402_300_800_000L);
      ArchiveName name =
          new ArchiveName(
              i % 2 == 0 ? "web.log" : "a-1.log.20260101T000000000Z-7",
              Instant.ofEpochMilli(at),
              random.nextLong(1, 1_000_000_000_000_000_000L),
              random.nextBoolean());
      assertEquals(Optional.of(name), ArchiveName.parse(name.fileName()));
    }
  }

  @Test
  void aChangedNameIsAcceptedOnlyIfItMatchesThePattern() {
    Random random = new Random(12);
    String letters = "0123456789TZ-.gzx";
    int archives = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder name = new StringBuilder("w.log.20240229T235959999Z-120.gz");
      if (i % 3 == 0) {
        name.setLength(name.length() - 3);
      }
      for (int n = random.nextInt(3); n >= 0; n--) {
        int at = random.nextInt(name.length());
        switch (random.nextInt(4)) {
          case 0 -> name.deleteCharAt(at);
          case 1 -> name.insert(at, letters.charAt(random.nextInt(letters.length())));
          default -> name.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
        }
      }
      Optional<ArchiveName> expected = byPattern(name.toString());
      assertEquals(expected, ArchiveName.parse(name.toString()), name.toString());
      archives += expected.isPresent() ? 1 : 0;
    }
    assertTrue(archives > 10_000 && archives < 190_000, "both sorts came: " + archives);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "-1",
        ".gz",
        "-.gz",
        "Z-1",
        "20260101T000000000Z-1",
        ".20260101T000000000Z-1",
        "w.log",
        "w.log.gz",
        "w.log.1",
        "w.log.20260101T000000000Z-",
        "w.log.20260101T000000000Z-0",
        "w.log.20260101T000000000Z-01",
        "w.log.20260101T000000000Z--1",
        "w.log.20260101T000000000Z-+1",
        "w.log.20260230T000000000Z-1",
        "w.log.20260101T240000000Z-1",
        "w.log.20260101T000060000Z-1",
        "w.log.20261301T000000000Z-1",
        "w.log.20260100T000000000Z-1",
        "w.log.20260101T000000000Z-1.gz.tmp",
        "w.log.20260101T000000000Z-1.new",
        "w.log.20260101T000000000Z-1234567890123456789",
        "w.log.٢0260101T000000000Z-1",
        "w.log.20260101T000000000Z-1.GZ"
      })
  void aNameThatOnlyResemblesAnArchiveIsRejected(String fileName) {
    assertEquals(Optional.empty(), ArchiveName.parse(fileName));
  }
}
