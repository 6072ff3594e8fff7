package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Faults of a disk and of limits, made for real: mounts and rlimits, in the host as it is shipped.
 */
@Timeout(180)
class FaultsIT {

  private static final String COUNT =
      "i=0; while :; do i=$((i+1)); echo \"line $i\"; [ $((i % 20)) -eq 0 ] && sleep 0.01; done";

  @Tag("nightly")
  @Test
  void whileTheDirectoryIsReadOnlyLogsGrowAndAfterwardsTheyTurnOver() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.with("LOG_MAX_BYTES", "8192").with("LOG_MAX_FILES", "10000").start();
      host.cli("add", "c", "--", "/bin/sh", "-c", COUNT).ok();
      Path logs = host.data().resolve("logs");
      Path log = logs.resolve("c.log");
      HostProcess.await("it rotates", () -> LogFiles.archives(log).size() > 2);
      mountReadOnly(logs);
      try {
        int turned = LogFiles.archives(log).size();
        HostProcess.await("it grows", () -> size(log) > 40_000);
        assertEquals(turned, LogFiles.archives(log).size());
        HostProcess.await(
            "health says so", () -> body(host, "/api/health").contains("could not rotate"));
        assertNotEquals(0, host.cli("rotate", "c").status());
      } finally {
        assertEquals(0, Programs.status("umount", "-l", logs.toString()));
      }
      HostProcess.await("it rotates again", () -> size(log) <= 8192);
      HostProcess.await(
          "health is well", () -> !body(host, "/api/health").contains("could not turn"));
      host.cli("stop", "c").ok();
      host.stop();
      assertNumbered(log);
    }
  }

  @Test
  void aHostDoesNotStartOverAReadOnlyDirectoryAndItsServersLoseNothing() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.start();
      host.cli("add", "c", "--", "/bin/sh", "-c", COUNT).ok();
      Path logs = host.data().resolve("logs");
      Path log = logs.resolve("c.log");
      HostProcess.await("it writes", () -> size(log) > 1000);
      String pid = host.project("c", "pid");
      host.crash();
      mountReadOnly(logs);
      try {
        host.launch();
        assertEquals(78, host.waitFor());
        assertTrue(host.console().contains(logs + ": Read-only"), host.console());
      } finally {
        assertEquals(0, Programs.status("umount", "-l", logs.toString()));
      }
      long before = size(log);
      host.start();
      HostProcess.await("it goes on", () -> size(log) > before);
      assertEquals(pid, host.project("c", "pid"));
      host.cli("stop", "c").ok();
      host.stop();
      assertNumbered(log);
    }
  }

  @Tag("nightly")
  @Test
  void withoutADescriptorLeftNothingIsLostAndTheHostComesBack() throws Exception {
    Programs.need("prlimit");
    try (HostProcess host = new HostProcess()) {
      host.with("LOG_MAX_BYTES", "8192").with("LOG_MAX_FILES", "10000").start();
      host.cli("add", "c", "--", "/bin/sh", "-c", COUNT).ok();
      Path log = host.data().resolve("logs/c.log");
      HostProcess.await("it rotates", () -> LogFiles.archives(log).size() > 2);
      String pid = host.project("c", "pid");
      long killed = server(host, "killed");
      for (int round = 0; round < 3; round++) {
        limit(host, "8:");
        ProcessHandle.of(killed).ifPresent(ProcessHandle::destroyForcibly);
        // Turns go on failing, or a turned log cannot be opened: its server waits then.
        Thread.sleep(1500);
        assertTrue(host.process().isAlive(), host::console);
        limit(host, "4096:");
        int turned = LogFiles.archives(log).size();
        HostProcess.await("it rotates again", () -> LogFiles.archives(log).size() > turned + 2);
        HostProcess.await("the host answers", () -> !host.project("c", "pid").equals("null"));
      }
      assertEquals(pid, host.project("c", "pid"), "one that cannot be looked at is not gone");
      HostProcess.await("a successor", () -> !running(host, "killed", killed).isEmpty());
      long next = Long.parseLong(running(host, "killed", killed));
      host.cli("stop", "c").ok();
      host.stop();
      assertFalse(HostProcess.alive(next));
      assertNumbered(log);
      try (Stream<Path> files = Files.list(log.getParent())) {
        List<String> debris =
            files
                .map(f -> f.getFileName().toString())
                .filter(n -> n.endsWith(".new") || n.endsWith(".tmp") || n.endsWith(".link"))
                .toList();
        assertEquals(List.of(), debris);
      }
    }
  }

  private static long server(HostProcess host, String id) throws Exception {
    host.cli("add", id, "--", "/bin/sleep", "600").ok();
    host.awaitState(id, "RUNNING");
    return Long.parseLong(host.project(id, "pid"));
  }

  /** Its pid, if it runs and is another than that; "" else. */
  private static String running(HostProcess host, String id, long not) {
    String pid = host.project(id, "pid");
    return host.project(id, "state").equals("RUNNING")
            && !pid.equals("null")
            && Long.parseLong(pid) != not
        ? pid
        : "";
  }

  @Test
  void onADiskThatIsKeptFullEachServerThatRunsHasAPidAndStops() throws Exception {
    try (HostProcess host = new HostProcess()) {
      String data = Files.createDirectory(host.data()).toString();
      boolean mounted =
          Programs.status("mount", "-t", "tmpfs", "-o", "size=48m,mode=0700", "tmpfs", data) == 0;
      Assumptions.assumeTrue(mounted, "SKIPPED: nothing may be mounted here, no disk was filled");
      try {
        host.start();
        List<String> ids = List.of("f1", "f2", "f3", "f4", "f5", "f6");
        for (String id : ids) {
          server(host, id);
        }
        AtomicBoolean full = new AtomicBoolean(true);
        Thread filler = new Thread(() -> fill(host.data().resolve("filler"), full));
        filler.start();
        boolean found = false;
        for (int round = 0; round < 4; round++) {
          for (String id : ids) {
            String pid = host.project(id, "pid");
            if (!pid.equals("null")) {
              ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
              HostProcess.await(id, () -> !host.project(id, "pid").equals(pid));
            }
          }
          for (String id : ids) {
            HostProcess.await(
                id + " has settled",
                () -> List.of("RUNNING", "BACKOFF").contains(host.project(id, "state")));
            boolean runs = host.project(id, "state").equals("RUNNING");
            found |= runs && size(host.data().resolve("run/" + id + ".id")) == 0;
          }
        }
        System.err.println("a server ran whose pid could not be written: " + found);
        for (String id : ids) {
          assertEquals(200, host.post("/api/projects/" + id + "/stop?wait=30").statusCode(), id);
          assertEquals("STOPPED", host.project(id, "state"));
        }
        assertEquals(List.of(), HostProcess.processesOf(host.data()));
        full.set(false);
        filler.join();
        assertEquals(0, host.stop());
      } finally {
        HostProcess.endServers(host.data());
        assertEquals(0, Programs.status("umount", "-l", data));
      }
    }
  }

  /** Takes whatever becomes free. */
  private static void fill(Path file, AtomicBoolean on) {
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (on.get()) {
        try {
          out.write(block);
        } catch (IOException noRoom) {
          // What a start frees it may take for its first file, not for the next.
          LockSupport.parkNanos(1_000_000);
        }
      }
      Files.delete(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void limit(HostProcess host, String descriptors) throws Exception {
    String pid = String.valueOf(host.pid());
    assertEquals(0, Programs.status("prlimit", "--pid", pid, "--nofile=" + descriptors));
  }

  /** What is open stays open; whoever asks for the names finds them read-only. */
  private static void mountReadOnly(Path directory) throws Exception {
    String path = directory.toString();
    boolean mounted = Programs.status("mount", "--bind", path, path) == 0;
    Assumptions.assumeTrue(
        mounted, "SKIPPED: nothing may be mounted here, a read-only directory was not tried");
    assertEquals(0, Programs.status("mount", "-o", "remount,bind,ro", path));
    assertFalse(Files.isWritable(directory));
  }

  private static String body(HostProcess host, String path) {
    try {
      return host.get(path).body();
    } catch (Exception notNow) {
      return "";
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException gone) {
      return 0;
    }
  }

  /** Each number once, in order; the server may have been cut in its last line. */
  private static void assertNumbered(Path log) throws IOException {
    List<String> lines = LogFiles.lines(log);
    for (int i = 0; i < lines.size() - 1; i++) {
      assertEquals("line " + (i + 1), lines.get(i));
    }
    assertTrue(lines.size() > 100, "too few lines to tell anything");
  }
}
