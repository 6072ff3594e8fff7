package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.rotation.disk.FileFacts;
import innkeeper.rotation.disk.Space;
import innkeeper.testkit.FakeSettings;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class FailingTurnTest {

  @TempDir Path dir;

  private final FaultyDisk disk = new FaultyDisk(step -> {});

  private House house() {
    return new House(new FakeSettings(dir), Clock.systemUTC(), disk, Space.real(0));
  }

  @Test
  void aFailureAtAnyStepLeavesTheLogUnchanged() throws Exception {
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log"))) {
      house.rotation.add(log);
      for (int failing = 1; failing <= 3; failing++) {
        log.line(house.rotation, "line " + failing);
        AtomicInteger steps = new AtomicInteger();
        int nth = failing;
        disk.set(
            step -> {
              if (steps.incrementAndGet() == nth) {
                throw new FileSystemException(null, null, "No space left on device");
              }
            });
        IOException e = assertThrows(IOException.class, () -> house.rotation.rotate("demo"));
        assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
        assertEquals(List.of("demo.log"), Lines.names(dir.resolve("logs")), "step " + failing);
      }
      disk.set(step -> {});
      log.line(house.rotation, "line 4");
      assertTrue(house.rotation.rotate("demo").isPresent());
      assertEquals(lines(1, 4), Lines.of(log.path()));
    }
  }

  @Test
  void aLinkThatCouldNotBeUndoneIsNotArchivedTwice() throws Exception {
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log"))) {
      house.rotation.add(log);
      log.line(house.rotation, "line 1");
      disk.set(
          step -> {
            if (!step.equals("link")) {
              throw new FileSystemException(null, null, "Input/output error");
            }
          });
      assertThrows(IOException.class, () -> house.rotation.rotate("demo"));
      assertEquals(2, FileFacts.links(log.path()));
      disk.set(step -> {});
      log.line(house.rotation, "line 2");
      house.rotation.rotate("demo");
      assertEquals(lines(1, 2), Lines.of(log.path()));
    }
  }

  @Test
  void aFailedRotationIsReportedByHealthAndRetried() throws Exception {
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log")).bounds(4096, 0)) {
      house.rotation.add(log);
      disk.set(
          step -> {
            throw new FileSystemException(null, null, "Read-only file system");
          });
      for (int i = 1; i <= 1000; i++) {
        log.line(house.rotation, "line " + i);
      }
      assertTrue(log.bytes() > 4096);
      String why = house.rotation.failures().get("demo").message();
      assertTrue(why.contains("Read-only file system") && why.contains("demo.log"), why);
      disk.set(step -> {});
      int last = 1000;
      while (!house.rotation.failures().isEmpty()) {
        log.line(house.rotation, "line " + ++last);
        Thread.onSpinWait();
      }
      assertEquals(lines(1, last), Lines.of(log.path()));
      assertEquals(1, Lines.archives(log.path()).size());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileSystemWithoutHardLinksRotatesByRename(boolean unsupported) throws Exception {
    disk.set(
        step -> {
          if (step.equals("link")) {
            if (unsupported) {
              throw new UnsupportedOperationException();
            }
            throw new FileSystemException(null, null, "Operation not permitted");
          }
        });
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log")).bounds(4096, 0)) {
      house.rotation.add(log);
      for (int i = 1; i <= 2000; i++) {
        log.line(house.rotation, "line " + i);
      }
      assertEquals(lines(1, 2000), Lines.of(log.path()));
      assertTrue(Lines.archives(log.path()).size() > 2);
      assertTrue(Lines.names(dir.resolve("logs")).stream().noneMatch(n -> n.contains(".new")));
    }
  }

  @Test
  void withoutHardLinksAFailureAfterTheRenameIsUndone() throws Exception {
    disk.set(
        step -> {
          if (step.equals("link")) {
            throw new UnsupportedOperationException();
          }
          if (step.equals("create")) {
            throw new FileSystemException(null, null, "No space left on device");
          }
        });
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log"))) {
      house.rotation.add(log);
      log.line(house.rotation, "line 1");
      assertThrows(IOException.class, () -> house.rotation.rotate("demo"));
      assertEquals(List.of("demo.log"), Lines.names(dir.resolve("logs")));
      log.line(house.rotation, "line 2");
      assertEquals(lines(1, 2), Lines.of(log.path()));
    }
  }

  @Test
  void aDeletedActiveFileIsCreatedAgain() throws Exception {
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log")).bounds(4096, 0)) {
      house.rotation.add(log);
      log.line(house.rotation, "line 1");
      Files.delete(log.path());
      Files.delete(dir.resolve("logs"));
      log.line(house.rotation, "lost with the file");
      assertEquals(Optional.empty(), house.rotation.rotate("demo"));
      log.line(house.rotation, "line 2");
      assertEquals(List.of("line 2"), Lines.of(log.path()));
    }
  }

  @Test
  void aSymbolicLinkInTheLogsPlaceIsRefused() throws Exception {
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log"))) {
      house.rotation.add(log);
      log.line(house.rotation, "line 1");
      Path elsewhere = dir.resolve("elsewhere");
      Files.move(log.path(), elsewhere);
      Files.createSymbolicLink(log.path(), elsewhere);
      IOException e = assertThrows(IOException.class, () -> house.rotation.rotate("demo"));
      assertTrue(e.getMessage().contains("no regular file"), e.getMessage());
      assertEquals(List.of("line 1"), Files.readAllLines(elsewhere));
    }
  }

  @Test
  void foreignFilesDoNotDisturbARotation() throws Exception {
    try (House house = house();
        TestLog log = new TestLog(dir.resolve("logs/demo.log"))) {
      house.rotation.add(log);
      log.line(house.rotation, "line 1");
      Path foreign = Files.writeString(dir.resolve("logs/demo.log.new"), "mine");
      Path empty = Files.createFile(dir.resolve("logs/demo.log.tmp"));
      String archive = house.rotation.rotate("demo").orElseThrow();
      assertEquals("mine", Files.readString(foreign));
      assertTrue(Files.exists(empty));
      assertEquals(
          List.of("demo.log", archive, "demo.log.new", "demo.log.tmp"),
          Lines.names(dir.resolve("logs")));
    }
  }

  private static List<String> lines(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> "line " + i).toList();
  }
}
