package innkeeper.host.release;

import innkeeper.api.host.Host.HostException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A release's first start, on an empty DATA_DIR and a port of its own, before anything is switched:
 * most of what can be wrong with it shows here.
 */
final class TrialStart {

  private static final long READY_SECONDS = 60;
  private static final long END_SECONDS = 30;
  private static final int LAST_LINES = 3;

  private final Path home;
  private final Path scratch;

  TrialStart(Path home, Path scratch) {
    this.home = home;
    this.scratch = scratch;
  }

  /**
   * @return milliseconds until it was ready
   * @throws HostException with its last words, if it was not
   */
  long run(boolean page) {
    try {
      Tree.remove(scratch);
      Files.createDirectory(scratch);
      return start(page);
    } catch (IOException e) {
      throw new HostException(home.getFileName() + " could not be tried: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HostException("given up while " + home.getFileName() + " was tried", e);
    } finally {
      try {
        Tree.remove(scratch);
      } catch (IOException e) {
        org.slf4j.LoggerFactory.getLogger(TrialStart.class)
            .warn("left behind path={} reason={}", scratch, e.toString());
      }
    }
  }

  private long start(boolean page) throws IOException, InterruptedException {
    Path console = scratch.resolve("console");
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("bin/innkeeper").toString(), "run", "--here")
            .directory(scratch.toFile())
            .redirectErrorStream(true)
            .redirectOutput(console.toFile());
    Map<String, String> env = builder.environment();
    env.remove("NOTIFY_SOCKET");
    env.put("NO_COLOR", "1");
    env.put("LOG_LEVEL", "info");
    env.put("DATA_DIR", scratch.resolve("data").toString());
    env.put("XDG_RUNTIME_DIR", scratch.toString());
    env.put("ADMIN_PORT", String.valueOf(page ? freePort() : 0));
    env.put("ADMIN_SOCKET", "");
    env.put("BACKUP_INTERVAL_HOURS", "0");
    env.remove("BACKUP_HOOK");
    env.put("INNKEEPER_ARCHIVES", "off");
    env.remove("JAVA_OPTS");
    long begun = System.nanoTime();
    Process host = builder.start();
    try {
      host.getOutputStream().close();
      awaitReady(host, console);
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      host.destroy();
      host.waitFor(END_SECONDS, TimeUnit.SECONDS);
      return took;
    } finally {
      host.destroyForcibly().waitFor();
    }
  }

  private void awaitReady(Process host, Path console) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
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

  private static int freePort() throws IOException {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    }
  }
}
