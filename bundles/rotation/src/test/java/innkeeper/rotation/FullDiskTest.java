package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Space;
import innkeeper.testkit.FakeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FullDiskTest {

  @TempDir Path dir;

  private static Space disk(long usable, long minimum) {
    return new Space() {
      @Override
      public Reading of(Path directory) {
        return new Reading(usable, 1L << 30, minimum);
      }

      @Override
      public Object disk(Path directory) {
        return "the one";
      }
    };
  }

  private House house(Space space) {
    return new House(
        new FakeSettings(dir).set("LOG_MAX_AGE_DAYS", 0).set("LOG_MAX_FILES", 1000),
        Clock.systemUTC(),
        new Disk(),
        space);
  }

  private void archives(String log, int... seqs) throws IOException {
    Path logs = Files.createDirectories(dir.resolve("logs"));
    for (int seq : seqs) {
      Files.write(
          logs.resolve(log + ".log.2026010" + seq + "T000000000Z-" + seq), new byte[300_000]);
    }
  }

  private List<String> left() throws IOException {
    return Lines.names(dir.resolve("logs")).stream()
        .map(n -> n.replaceAll("\\.log\\..*-", " "))
        .toList();
  }

  @Test
  void aFullDiskDeletesTheOldestArchivesAndKeepsTheNewestOfEachLog() throws Exception {
    archives("a", 1, 3, 5);
    archives("b", 2, 4);
    try (House house = house(disk(0, 1 << 20))) {
      assertTrue(house.rotation.makeRoom(1));
      assertEquals(List.of("a 3", "a 5", "b 2", "b 4"), left());
      assertTrue(house.rotation.makeRoom(500_000));
      assertEquals(List.of("a 5", "b 4"), left());
      assertFalse(house.rotation.makeRoom(100), "the newest of each log is the floor");
      assertEquals(List.of("a 5", "b 4"), left());
    }
  }

  @Test
  void aLargeRequestStopsAtTheFloor() throws Exception {
    archives("a", 1, 2, 3);
    try (House house = house(disk(0, 1 << 20))) {
      assertTrue(house.rotation.makeRoom(1L << 30));
      assertEquals(List.of("a 3"), left());
    }
  }

  @Test
  void whatAnotherWriterJustFreedIsNotFreedTwice() throws Exception {
    archives("a", 1, 2, 3, 4);
    long[] usable = {0};
    Space space =
        new Space() {
          @Override
          public Reading of(Path directory) {
            return new Reading(usable[0], 1L << 30, 1 << 20);
          }
        };
    try (House house = house(space)) {
      assertTrue(house.rotation.makeRoom(100));
      usable[0] = 300_000;
      assertTrue(house.rotation.makeRoom(100));
      assertEquals(List.of("a 2", "a 3", "a 4"), left());
    }
  }

  @Test
  void anExhaustedQuotaDeletesArchivesToo() throws Exception {
    archives("a", 1, 2);
    try (House house = house(disk(1L << 29, 1 << 20))) {
      assertTrue(house.rotation.makeRoom(100));
      assertEquals(List.of("a 2"), left());
    }
  }

  @Test
  void aLowDiskDeletesArchivesButNotTheNewestOfALog() throws Exception {
    archives("a", 1, 2, 3);
    archives("b", 4);
    try (House house = house(disk(100_000, 500_000))) {
      house.tidy();
      assertEquals(List.of("a 3", "b 4"), left());
    }
    archives("a", 1, 2);
    try (House house = house(disk(300_000, 500_000))) {
      house.housekeeper.keepHouse();
      assertEquals(List.of("a 2", "a 3", "b 4"), left());
    }
  }

  @Test
  void healthDistinguishesAFullDiskFromALowOne() {
    try (House house = house(disk(0, 1 << 20))) {
      String full = new RotationChecks().diskFree(house.rotation.disks()).toString();
      assertTrue(full.contains("disk-full") && full.contains("CRITICAL"), full);
    }
    try (House house = house(disk(1 << 19, 1 << 20))) {
      String low = new RotationChecks().diskFree(house.rotation.disks()).toString();
      assertTrue(low.contains("runs low") && low.contains("WARN"), low);
    }
    try (House house = house(disk(1 << 21, 1 << 20))) {
      assertTrue(new RotationChecks().diskFree(house.rotation.disks()).isOk());
    }
  }

  @Test
  void aSmallDiskFilledAndFreedInALoopLosesAndTearsNothing() throws Exception {
    Path mount = Files.createDirectory(dir.resolve("small"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "none", mount.toString()),
        "SKIPPED: no tmpfs may be mounted here, the full disk was not tried");
    try {
      fillAndFree(mount);
    } finally {
      assertTrue(run("umount", mount.toString()));
    }
  }

  private void fillAndFree(Path mount) throws Exception {
    FakeSettings settings = new FakeSettings(mount).set("LOG_MAX_FILES", 1000);
    int line = 0;
    try (House house = new House(settings, Clock.systemUTC(), new Disk(), Space.real(-1)).start();
        TestLog log = new TestLog(mount.resolve("logs/demo.log")).bounds(64 << 10, 0)) {
      house.rotation.add(log);
      String fill = "x".repeat(500);
      for (int round = 0; round < 3; round++) {
        Path ballast = mount.resolve("ballast");
        Files.write(ballast, new byte[1_200_000]);
        for (int i = 0; i < 4000; i++) {
          log.line(house.rotation, fill + " " + line++);
        }
        Files.delete(ballast);
      }
    }
    List<String> lines = Lines.of(mount.resolve("logs/demo.log"));
    int first = Integer.parseInt(lines.get(0).split(" ")[1]);
    assertTrue(first > 0, "the disk was never full");
    assertEquals(
        IntStream.range(first, line).mapToObj(i -> "x".repeat(500) + " " + i).toList(), lines);
  }

  private static boolean run(String... command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }
}
