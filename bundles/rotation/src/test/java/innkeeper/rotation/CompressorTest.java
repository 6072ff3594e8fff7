package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.rotation.archive.Compression;
import innkeeper.rotation.disk.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CompressorTest {

  private static final int NONE = -100;

  @TempDir Path dir;

  @Test
  void compressionRunsAtTheLowestPriorityAndPruningDoesNot() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/renice")), "no renice on this machine");
    String own = Files.readString(Path.of("/proc/thread-self/stat"));
    House house = new House(dir).start();
    try (house) {
      await(() -> nice(stat("rotation gzip")) == 19);
      await(() -> nice(stat("rotation")) == nice(own));
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      Thread.sleep(5);
    }
  }

  private static int nice(String stat) {
    return stat.isEmpty()
        ? NONE
        : Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
  }

  /** The kernel's line on the last thread of that name. */
  private static String stat(String name) throws Exception {
    String found = "";
    try (var tasks = Files.list(Path.of("/proc/self/task"))) {
      for (Path task : tasks.toList()) {
        try {
          String stat = Files.readString(task.resolve("stat"));
          found = stat.contains("(" + name + ")") ? stat : found;
        } catch (IOException gone) {
          continue; // That thread has ended.
        }
      }
    }
    return found;
  }

  @Test
  void bothCompressionLevelsHoldTheSameLines() throws Exception {
    for (boolean fast : List.of(true, false)) {
      Path archive = dir.resolve(fast ? "fast" : "small");
      String text = "a line that comes again and again\n".repeat(10_000);
      Files.writeString(archive, text);
      assertTrue(new Compression(new Disk(), () -> false).compress(archive, fast, gone -> {}));
      assertEquals(10_000, Lines.in(archive.resolveSibling(archive.getFileName() + ".gz")).size());
    }
    assertTrue(
        Files.size(dir.resolve("small.gz")) < Files.size(dir.resolve("fast.gz")),
        "the levels differ");
  }

  @Test
  void anArchiveDeletedDuringCompressionDoesNotReappear() throws Exception {
    for (String step : List.of("write", "force", "rename")) {
      Path archive = Files.writeString(dir.resolve(step), "a line\n");
      FaultyDisk disk = new FaultyDisk(next -> deleteAt(next, step, archive));
      try {
        new Compression(disk, () -> false).compress(archive, true, gone -> {});
      } catch (NoSuchFileException gone) {
        assertEquals(archive.toString(), gone.getFile());
      }
      try (var left = Files.list(dir)) {
        assertEquals(List.of(), left.toList(), step);
      }
    }
  }

  private static void deleteAt(String next, String step, Path archive) throws IOException {
    if (next.startsWith(step)) {
      Files.deleteIfExists(archive);
    }
  }
}
