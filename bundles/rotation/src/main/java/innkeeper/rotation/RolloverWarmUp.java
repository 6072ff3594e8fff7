package innkeeper.rotation;

import innkeeper.rotation.disk.Disk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The warm-up: some rotations of a temporary file, which load the classes. Without it, the writer
 * of the first real rotation waits 10 ms (measured). A failure of the warm-up has no other effect.
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
      // The first real rotation reports the error, if it is relevant.
    } finally {
      clear();
    }
  }

  /** Deletes the temporary files, including those of a killed process. */
  private void clear() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NAME + "*")) {
      for (Path file : files) {
        disk.delete(file);
      }
    } catch (IOException | RuntimeException notHere) {
      // Some empty files may remain until the next start.
    }
  }
}
