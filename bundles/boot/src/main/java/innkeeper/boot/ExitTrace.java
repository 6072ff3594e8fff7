package innkeeper.boot;

import innkeeper.boot.libc.Libc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Lets the next host know whether this process ended by itself or was killed from outside.
 * Runtime.halt runs no Java code, but the C library's exit writes out the buffers of its streams. A
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
   * Makes this process leave its trace when it ends by itself.
   *
   * @throws LinkageError if the C library cannot be called
   */
  void arm(Libc libc) {
    libc.writeAtExit(file, "ended by itself\n");
  }

  /** Returns whether the previous process ended by itself, if it was armed. */
  boolean endedByItself() throws IOException {
    return Files.exists(crash) || Files.exists(file) && Files.size(file) > 0;
  }

  /** Removes the trace. The report of a crash is kept under another name. */
  void remove() throws IOException {
    Files.deleteIfExists(file);
    if (Files.exists(crash)) {
      Files.move(
          crash, crash.resolveSibling("crash-before.log"), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
