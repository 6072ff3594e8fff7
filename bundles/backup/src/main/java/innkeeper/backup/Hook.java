package innkeeper.backup;

import innkeeper.api.log.CleanText;
import innkeeper.backup.file.HumanText;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The operator's command for a backup. It runs {@code /bin/sh -c COMMAND sh BACKUP MANIFEST
 * [ARCHIVE]} with empty standard input. The paths are also in INNKEEPER_BACKUP, INNKEEPER_MANIFEST
 * and INNKEEPER_ARCHIVE. The command gets its own session, so that it can be ended together with
 * all its child processes. Its output is kept up to a limit and redacted.
 */
final class Hook implements AutoCloseable {

  private static final int MOST_OUTPUT = 16 << 10;
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  /**
   * The time for a command to end after SIGTERM. It may have to release a lock in a remote store
   * first.
   */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** The shorter time for a command to end while the host is stopping. */
  private static final Duration SHORT_GRACE = Duration.ofMillis(300);

  private final Path workingDirectory;
  private final AtomicReference<Process> running = new AtomicReference<>();
  private volatile boolean closed;

  Hook(Path workingDirectory) {
    this.workingDirectory = workingDirectory;
  }

  /**
   * The result of a command.
   *
   * @param error the reason of the failure; "" if the exit code is 0
   * @param output the redacted output, about the first 16 KiB
   */
  record Outcome(String error, String output) {}

  /**
   * The files that the command gets.
   *
   * @param archive the archive of the whole host; empty unless BACKUP_ARCHIVE requests it
   */
  record Copies(Path backup, Path manifest, Optional<Path> archive) {}

  Outcome run(String command, Duration limit, Copies copies) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", command, "sh"));
    words.add(copies.backup().toString());
    words.add(copies.manifest().toString());
    copies.archive().ifPresent(archive -> words.add(archive.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(ProcessGroup.led(words))
            .directory(workingDirectory.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
            .redirectErrorStream(true);
    // The host's own DATA_DIR may be relative to another directory.
    builder.environment().put("DATA_DIR", workingDirectory.toAbsolutePath().toString());
    builder.environment().put("INNKEEPER_BACKUP", copies.backup().toString());
    builder.environment().put("INNKEEPER_MANIFEST", copies.manifest().toString());
    copies
        .archive()
        .ifPresent(archive -> builder.environment().put("INNKEEPER_ARCHIVE", archive.toString()));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new Outcome("could not be started: " + HumanText.why(e), "");
    }
    running.set(process);
    try {
      return watch(process, limit);
    } finally {
      ProcessGroup.end(process, Duration.ZERO);
      running.set(null);
    }
  }

  private Outcome watch(Process process, Duration limit) throws InterruptedException {
    StringBuffer output = new StringBuffer();
    Thread reader = new Thread(() -> read(process.getInputStream(), output), "backup-hook-output");
    reader.setDaemon(true);
    reader.start();
    boolean ended = !closed && process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    if (!ended) {
      ProcessGroup.end(process, closed ? SHORT_GRACE : GRACE);
    }
    // A background child process may still hold the pipe; this thread does not wait for it.
    reader.join(LAST_WORDS.toMillis());
    String clean = CleanText.of(output.toString()).strip();
    if (closed) {
      return new Outcome("ended because the host stops", clean);
    }
    if (!ended) {
      return new Outcome("took longer than " + HumanText.span(limit) + " and was ended", clean);
    }
    int code = process.exitValue();
    return new Outcome(code == 0 ? "" : "exited with " + code, clean);
  }

  private static void read(InputStream in, StringBuffer output) {
    char[] chunk = new char[4096];
    try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      for (int n = reader.read(chunk); n >= 0; n = reader.read(chunk)) {
        output.append(chunk, 0, Math.min(n, MOST_OUTPUT - output.length()));
      }
    } catch (IOException closedWithTheProcess) {
      output.append("\n(its output ended early)");
    }
  }

  /** Ends the running command; a later one is ended at once. */
  @Override
  public void close() {
    closed = true;
    Process process = running.get();
    if (process != null) {
      ProcessGroup.end(process, SHORT_GRACE);
    }
  }
}
