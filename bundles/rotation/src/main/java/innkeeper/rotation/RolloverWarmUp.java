package innkeeper.rotation;

import innkeeper.rotation.disk.Disk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Some turns of a file that nobody reads, so that the first real turn's writer does not wait while
 * classes are loaded: 10 ms otherwise, measured. Where it cannot be done nothing is missing but
 * that.
 */
final class RolloverWarmUp {

  private static final String NAME = "rehearsal.log";
  private static final int TURNS = 20;

  private final Disk disk;
  private final Path directory;

  RolloverWarmUp(Disk disk, Path directory) {
    this.disk = disk;
    this.directory = directory;
  }

  void run() {
    if (!Files.isDirectory(directory)) {
      return;
    }
    Path active = directory.resolve(NAME);
    try {
      clear();
      LogState state = new LogState(active, Clock.systemUTC());
      Rollover rollover = new Rollover(disk);
      InterruptedRollover recovery = new InterruptedRollover(disk);
      for (int i = 0; i < TURNS; i++) {
        state.rollover(rollover, recovery);
      }
    } catch (IOException | RuntimeException notHere) {
      // The first real turn will say it, if it matters.
    } finally {
      clear();
    }
  }

  /** Also what a process that ended within it left. */
  private void clear() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NAME + "*")) {
      for (Path file : files) {
        disk.delete(file);
      }
    } catch (IOException | RuntimeException notHere) {
      // Some empty files stay until the next start.
    }
  }
}
