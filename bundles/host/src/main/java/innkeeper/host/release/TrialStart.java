package innkeeper.host.release;

import innkeeper.api.host.Host.HostException;
import innkeeper.common.file.Durable;
import innkeeper.common.net.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Starts a new release for the first time, on an empty DATA_DIR and a port of its own. This happens
 * before the switch and reveals most faults of a release.
 */
final class TrialStart {

  private static final Duration READY = Duration.ofSeconds(60);
  private static final long END_SECONDS = 30;
  private static final int LAST_LINES = 3;

  /**
   * Runs a command in a session of its own. Kills all processes of the session when its standard
   * input ends, because this host closed it or died. Passes TERM on.
   */
  private static final String SESSION =
      """
      command -v setsid >/dev/null || exec "$@"
      exec setsid sh -c '
        exec 3<&0 </dev/null
        trap "kill -s TERM \\$trial" TERM
        "$@" 3<&- &
        trial=$!
        (read -r line <&3; kill -s KILL 0) &
        wait "$trial"; code=$?
        while kill -s 0 "$trial" 2>/dev/null; do wait "$trial"; code=$?; done
        exit "$code"
      ' sh "$@"
      """;

  private final Path home;
  private final Path scratch;
  private final Duration limit;

  TrialStart(Path home, Path scratch) {
    this(home, scratch, READY);
  }

  TrialStart(Path home, Path scratch, Duration limit) {
    this.home = home;
    this.scratch = scratch;
    this.limit = limit;
  }

  /**
   * Starts the release and stops it once it is ready.
   *
   * @return the milliseconds until it was ready
   * @throws HostException with its last lines of output if it did not become ready
   */
  long run(boolean page) {
    try {
      Durable.removeTree(scratch);
      Files.createDirectory(scratch);
      return start(page);
    } catch (IOException e) {
      throw new HostException(home.getFileName() + " could not be tried: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HostException("interrupted while " + home.getFileName() + " was tried", e);
    } finally {
      ReleaseArchive.removeQuietly(scratch);
    }
  }

  private long start(boolean page) throws IOException, InterruptedException {
    Path console = scratch.resolve("console");
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                "-c",
                SESSION,
                "sh",
                home.resolve("bin/innkeeper").toString(),
                "run",
                "--here")
            .directory(scratch.toFile())
            .redirectErrorStream(true)
            .redirectOutput(console.toFile());
    Map<String, String> env = builder.environment();
    env.keySet().removeAll(Set.of("NOTIFY_SOCKET", "BACKUP_HOOK", "JAVA_OPTS"));
    env.putAll(
        Map.of(
            "NO_COLOR", "1",
            "LOG_LEVEL", "info",
            "DATA_DIR", scratch.resolve("data").toString(),
            "XDG_RUNTIME_DIR", scratch.toString(),
            "ADMIN_PORT", String.valueOf(page ? LoopbackPort.anyFree() : 0),
            "ADMIN_SOCKET", "",
            "BACKUP_INTERVAL_HOURS", "0",
            "INNKEEPER_ARCHIVES", "off"));
    long begun = System.nanoTime();
    Process host = builder.start();
    try {
      awaitReady(host, console);
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      // Process.destroy would also close the standard input, which kills the session.
      host.toHandle().destroy();
      host.waitFor(END_SECONDS, TimeUnit.SECONDS);
      return took;
    } finally {
      List<ProcessHandle> all = host.descendants().toList();
      host.getOutputStream().close();
      all.forEach(ProcessHandle::destroyForcibly);
      host.destroyForcibly().waitFor();
    }
  }

  private void awaitReady(Process host, Path console) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!Files.readString(console).contains(" ready ")) {
      if (!host.isAlive()) {
        throw new HostException(name() + " ended with status " + host.exitValue() + said(console));
      }
      if (System.nanoTime() > deadline
          || Files.readString(console).contains("host is not ready, it still waits")) {
        throw new HostException(name() + " was not ready" + said(console));
      }
      Thread.sleep(20);
    }
  }

  private String name() {
    return home.getFileName() + ", tried on an empty DATA_DIR,";
  }

  private static String said(Path console) throws IOException {
    List<String> lines = Files.readString(console).lines().filter(l -> !l.isBlank()).toList();
    int from = Math.max(0, lines.size() - LAST_LINES);
    return lines.isEmpty() ? "" : ": " + String.join(" / ", lines.subList(from, lines.size()));
  }
}
