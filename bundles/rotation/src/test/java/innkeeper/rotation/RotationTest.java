package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.rotation.archive.Compression;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Space;
import innkeeper.testkit.FakeClock;
import innkeeper.testkit.FakeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RotationTest {

  @TempDir Path dir;

  private TestLog log(String name) throws IOException {
    return new TestLog(dir.resolve("logs").resolve(name + ".log"));
  }

  @Test
  void aLogRotatesBeforeItExceedsItsLimit() throws Exception {
    try (House house = new House(dir);
        TestLog log = log("demo").bounds(5000, 0)) {
      house.rotation.add(log);
      for (int i = 0; i < 3000; i++) {
        log.line(house.rotation, "line " + i);
        assertTrue(log.bytes() <= 5000);
      }
      for (Path archive : Lines.archives(log.path())) {
        long size = Files.size(archive);
        assertTrue(size <= 5000 && size > 4980, archive + " has " + size);
      }
    }
  }

  @Test
  void aLineLongerThanTheLimitIsNotSplit() throws Exception {
    try (House house = new House(dir);
        TestLog log = log("demo").bounds(4096, 0)) {
      house.rotation.add(log);
      String longLine = "x".repeat(10_000);
      log.line(house.rotation, longLine);
      log.line(house.rotation, "short");
      assertEquals(List.of(longLine, "short"), Lines.of(log.path()));
      assertEquals(List.of(longLine), Lines.in(Lines.archives(log.path()).get(0)));
    }
  }

  @Test
  void theSettingLimitsALogWithoutItsOwnLimit() throws Exception {
    try (House house = new House(dir);
        TestLog log = log("demo")) {
      house.settings.set("LOG_MAX_BYTES", 4096);
      house.rotation.add(log);
      log.line(house.rotation, "x".repeat(4000));
      log.line(house.rotation, "x".repeat(200));
      assertEquals(1, Lines.archives(log.path()).size());
      assertEquals(4096, house.rotation.status().get(0).maxBytes());
    }
  }

  @Test
  void anEmptyLogIsNotRotatedOnDemand() throws Exception {
    try (House house = new House(dir);
        TestLog log = log("demo")) {
      house.rotation.add(log);
      assertEquals(Optional.empty(), house.rotation.rotate("demo"));
      log.line(house.rotation, "line");
      String archive = house.rotation.rotate("demo").orElseThrow();
      assertEquals(List.of("line"), Lines.in(log.path().resolveSibling(archive)));
      assertEquals(Optional.empty(), house.rotation.rotate("demo"));
      assertEquals(0, log.bytes());
    }
  }

  @Test
  void anUnknownLogIsRefusedWithTheKnownNames() throws Exception {
    try (House house = new House(dir);
        TestLog log = log("demo")) {
      house.rotation.add(log);
      String message =
          assertThrows(IllegalArgumentException.class, () -> house.rotation.rotate("nobody"))
              .getMessage();
      assertTrue(message.endsWith("nobody; there are demo"), message);
    }
  }

  @Test
  void clockJumpsDoNotChangeTheOrderOrReuseAName() throws Exception {
    FakeClock clock = new FakeClock(Instant.parse("2026-11-21T00:00:00Z"));
    Random random = new Random(5);
    FakeSettings settings = new FakeSettings(dir).set("LOG_MAX_AGE_DAYS", 0);
    try (House house = new House(settings, clock, new Disk(), Space.real(0));
        TestLog log = log("demo").bounds(0, 10_000)) {
      house.rotation.add(log);
      for (int i = 0; i < 100; i++) {
        log.line(house.rotation, "line " + i);
        clock.advance(
            switch (i % 3) {
              case 0 -> Duration.ofDays(random.nextInt(7300) - 3650);
              case 1 -> Duration.ZERO;
              default -> Duration.ofMillis(-1);
            });
        assertTrue(house.rotation.rotate("demo").isPresent());
      }
      assertEquals(100, Lines.archives(log.path()).size());
      house.tidy();
      assertEquals(
          IntStream.range(0, 100).mapToObj(i -> "line " + i).toList(), Lines.of(log.path()));
    }
  }

  @Test
  void aClockBeyondYear9999StillGivesNamesThatCanBeRead() throws Exception {
    FakeClock clock =
        new FakeClock(Instant.parse("2026-11-21T00:00:00Z").plusSeconds(300_000_000_000L));
    try (House house = new House(new FakeSettings(dir), clock, new Disk(), Space.real(0));
        TestLog log = log("demo")) {
      house.rotation.add(log);
      log.line(house.rotation, "line");
      house.rotation.rotate("demo");
      assertEquals(1, Lines.archives(log.path()).size());
    }
  }

  @Test
  void aLogsDirectoryOnAnotherDiskIsFollowed() throws Exception {
    Path other = Files.createDirectory(dir.resolve("elsewhere"));
    Files.createSymbolicLink(dir.resolve("logs"), other);
    try (House house = new House(dir);
        TestLog log = log("demo").bounds(4096, 3)) {
      house.rotation.add(log);
      for (int i = 0; i < 3000; i++) {
        log.line(house.rotation, "line " + i);
      }
      house.tidy();
      assertEquals(3, Lines.archives(other.resolve("demo.log")).size());
      assertTrue(Files.isSymbolicLink(dir.resolve("logs")));
    }
  }

  @Test
  void aPathSpelledTwoWaysIsOneLog() throws Exception {
    Path other = Files.createDirectories(dir.resolve("real/logs")).getParent();
    Path alias = Files.createSymbolicLink(dir.resolve("alias"), other);
    try (House house = new House(other);
        TestLog log = new TestLog(alias.resolve("logs/demo.log")).bounds(0, 3)) {
      assertSame(
          house.rotation.state(log.path()), house.rotation.state(other.resolve("logs/demo.log")));
      house.rotation.add(log);
      for (int i = 0; i < 5; i++) {
        log.line(house.rotation, "line " + i);
        house.rotation.rotate("demo");
      }
      house.tidy();
      assertEquals(3, house.rotation.status().get(0).archives().size());
      assertEquals(3, house.parts.archiveDirectory().archives(house.rotation.paths()).size());
    }
  }

  @Test
  void anIdleLogInTheMiddleOfALineIsNoFault() throws Exception {
    try (House house = new House(dir);
        TestLog log = log("demo").bounds(4096, 0)) {
      house.rotation.add(log);
      log.line(house.rotation, "x".repeat(5000));
      log.refusing = true;
      house.rotation.catchUp();
      assertEquals(1, log.held);
      house.rotation.catchUp();
      assertEquals(1, log.held, "holding an idle writer may take seconds");
      assertTrue(house.rotation.failures().isEmpty());
      assertThrows(IOException.class, () -> house.rotation.rotate("demo"));
      assertTrue(house.rotation.failures().isEmpty(), "the one who asked was told");
      log.refusing = false;
      log.line(house.rotation, "next");
      assertEquals(1, Lines.archives(log.path()).size());
    }
  }

  @Test
  void aLogThatGrewWithoutRotationIsRotatedWithoutAWrite() throws Exception {
    try (TestLog log = log("demo").bounds(4096, 0)) {
      House gone = new House(dir);
      gone.close();
      Rotator nobody = gone.rotation;
      for (int i = 0; i < 1000; i++) {
        log.line(nobody, "line " + i);
      }
      assertTrue(log.bytes() > 4096);
      try (House house = new House(dir)) {
        house.rotation.add(log);
        house.rotation.catchUp();
        assertEquals(0, log.bytes());
        assertEquals(1000, Lines.of(log.path()).size());
      }
    }
  }

  @Test
  void aClosedRotationDoesNothing() throws Exception {
    House house = new House(dir);
    try (TestLog log = log("demo").bounds(4096, 0)) {
      house.rotation.add(log);
      house.close();
      for (int i = 0; i < 1000; i++) {
        log.line(house.rotation, "line " + i);
      }
      assertEquals(List.of(), Lines.archives(log.path()));
      assertThrows(ServiceAwayException.class, () -> house.rotation.rotate("demo"));
      assertFalse(house.rotation.makeRoom(1));
      assertEquals(1000, Lines.of(log.path()).size());
    }
  }

  @Test
  void aLogRotatesDailyIfConfigured() throws Exception {
    FakeClock clock = new FakeClock(Instant.parse("2026-11-21T23:59:59Z"));
    try (House house = new House(new FakeSettings(dir), clock, new Disk(), Space.real(0));
        TestLog log = log("demo")) {
      house.rotation.add(log);
      house.rotation.age(true, Duration.ZERO);
      log.line(house.rotation, "first");
      house.rotation.rotate("demo");
      log.line(house.rotation, "today");
      clock.advance(Duration.ofSeconds(2));
      log.line(house.rotation, "tomorrow");
      assertEquals(2, Lines.archives(log.path()).size());
      assertEquals(List.of("tomorrow"), Lines.in(log.path()));
      house.rotation.rotate("demo");
      clock.advance(Duration.ofDays(1));
      log.line(house.rotation, "a day's first line");
      log.line(house.rotation, "and its second");
      assertEquals(2, Lines.in(log.path()).size());
    }
  }

  @Test
  void aLogRotatesByAgeWithoutAWrite() throws Exception {
    FakeClock clock = new FakeClock(Instant.parse("2026-11-21T10:00:00Z"));
    try (House house = new House(new FakeSettings(dir), clock, new Disk(), Space.real(0));
        TestLog log = log("demo")) {
      house.rotation.add(log);
      house.rotation.age(false, Duration.ofHours(6));
      clock.advance(Duration.ofHours(7));
      log.line(house.rotation, "first");
      log.line(house.rotation, "an empty log does not age");
      assertEquals(List.of(), Lines.archives(log.path()));
      clock.advance(Duration.ofHours(6));
      house.rotation.catchUp();
      assertEquals(1, Lines.archives(log.path()).size());
      assertEquals(0, log.bytes());
    }
  }

  @Test
  void statusHasTheTimeOfTheNextRotation() throws Exception {
    FakeClock clock = new FakeClock(Instant.parse("2026-11-21T10:00:00Z"));
    try (House house = new House(new FakeSettings(dir), clock, new Disk(), Space.real(0));
        TestLog log = log("demo").bounds(5000, 0)) {
      house.rotation.add(log);
      house.rotation.age(true, Duration.ofHours(20));
      assertEquals(Rotator.Next.bySize(0, 5000), house.rotation.status().get(0).next());
      log.line(house.rotation, "x".repeat(999));
      clock.advance(Duration.ofMinutes(10));
      Rotator.Next next = house.rotation.status().get(0).next();
      assertEquals(4000, next.bytesLeft());
      assertEquals(Optional.of(Instant.parse("2026-11-21T10:50:00Z")), next.expected());
      assertEquals(Optional.of(Instant.parse("2026-11-22T00:00:00Z")), next.at());
      assertEquals(Optional.empty(), next.failing());
    }
  }

  @Test
  void archivesAndNewFilesArePrivate() throws Exception {
    try (House house = new House(dir);
        TestLog log = log("demo")) {
      house.rotation.add(log);
      for (int i = 0; i < 3; i++) {
        log.line(house.rotation, "line");
        house.rotation.rotate("demo");
      }
      house.tidy();
      assertEquals("rw-------", mode(log.path()));
      assertEquals("rw-------", mode(Lines.archives(log.path()).get(1)));
    }
  }

  @Test
  void statusHasSizeLimitArchivesAndTheOldest() throws Exception {
    FakeClock clock = new FakeClock(Instant.parse("2026-11-21T10:00:00Z"));
    try (House house = new House(new FakeSettings(dir), clock, new Disk(), Space.real(0));
        TestLog log = log("demo").bounds(9999, 5)) {
      house.rotation.add(log);
      for (int i = 0; i < 3; i++) {
        log.line(house.rotation, "line " + i);
        house.rotation.rotate("demo");
        clock.advance(Duration.ofHours(1));
      }
      log.line(house.rotation, "rest");
      house.tidy();
      Rotator.Status status = house.rotation.status().get(0);
      assertEquals("demo", status.name());
      assertEquals(5, status.bytes());
      assertEquals(9999, status.maxBytes());
      assertEquals(
          List.of(
              "demo.log.20261121T100000000Z-1.gz",
              "demo.log.20261121T110000000Z-2.gz",
              "demo.log.20261121T120000000Z-3"),
          status.archives());
      assertEquals(Optional.of(Instant.parse("2026-11-21T10:00:00Z")), status.oldest());
      assertEquals(9994, status.next().bytesLeft());
      long bytes = 0;
      for (Path archive : Lines.archives(log.path())) {
        bytes += Files.size(archive);
      }
      assertEquals(bytes, status.archiveBytes());
    }
  }

  @Test
  void aWriterThatStillWritesToAnArchiveLosesNothing() throws Exception {
    Path logs = Files.createDirectory(dir.resolve("logs"));
    Path first = Files.writeString(logs.resolve("demo.log.20260101T000000000Z-1"), "one\n");
    Compression appendedTo =
        new Compression(
            new FaultyDisk(
                step -> {
                  if (step.equals("rename")) {
                    Files.writeString(first, "late\n", java.nio.file.StandardOpenOption.APPEND);
                  }
                }),
            () -> false);
    assertFalse(appendedTo.compress(first, false, gone -> {}));
    assertEquals(List.of("one", "late"), Lines.of(logs.resolve("demo.log")));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
