package innkeeper.boot;

import innkeeper.boot.libc.Libc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Tells the next host whether this process ended by itself or was killed from outside. Java runs
 * nothing in a Runtime.halt, but the C library's exit writes out what its streams hold back; a
 * process that is killed, or that loses power, writes nothing. A JVM that crashes leaves its report
 * (-XX:ErrorFile in bin/innkeeper).
 */
final class ExitTrace {

  private final Path file;
  private final Path crash;

  ExitTrace(Path run) {
    this.file = run.resolve("exit-trace");
    this.crash = run.resolve("crash.log");
  }

  /**
   * From here on the end of this process leaves its trace.
   *
   * @throws LinkageError if the C library cannot be called
   */
  void arm(Libc libc) {
    libc.writeAtExit(file, "ended by itself\n");
  }

  /** Of the process before, if it was armed. */
  boolean endedByItself() throws IOException {
    return Files.exists(crash) || Files.exists(file) && Files.size(file) > 0;
  }

  /** Forgets it; the report of a crash stays, under another name. */
  void remove() throws IOException {
    Files.deleteIfExists(file);
    if (Files.exists(crash)) {
      Files.move(
          crash, crash.resolveSibling("crash-before.log"), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
