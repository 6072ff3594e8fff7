package innkeeper.supervisor.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarksTest {

  private static final String MARK = "c1/7/4711";

  /** Starts a program as a shell does; the child waits for the FIFO's writer before it is one. */
  private static final String SPAWN =
      "import os, time; os.posix_spawn('/bin/true', ['true'], {}, file_actions="
          + "[(os.POSIX_SPAWN_OPEN, 0, 'fifo', os.O_RDONLY, 0)]); time.sleep(100)";

  @TempDir Path dir;

  /**
   * On a busy machine it is in this state too while its own code is read, before it has a child.
   */
  private void awaitChild(Process server) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (server.children().findAny().isEmpty()
        || Proc.stat(server.pid()).orElseThrow().state() != 'D') {
      assertTrue(System.nanoTime() < end, "it has no child that it waits for");
      Thread.sleep(5);
    }
  }

  @Test
  void aServerIsFoundWhileItStartsAProgram() throws Exception {
    assertEquals(0, new ProcessBuilder("mkfifo", dir.resolve("fifo").toString()).start().waitFor());
    ProcessBuilder builder = new ProcessBuilder("python3", "-c", SPAWN).directory(dir.toFile());
    builder.environment().put(Marks.VARIABLE, MARK);
    Process server = builder.start();
    try {
      awaitChild(server);
      ProcTable table = new ProcTable();
      ProcTable.Snapshot first = table.now();
      assertTrue(first.unread() > 0, "nothing waits");
      assertEquals(List.of(), pids(first, server.pid()));
      CompletableFuture<ProcTable.Snapshot> found = CompletableFuture.supplyAsync(table::settled);
      try (OutputStream out = Files.newOutputStream(dir.resolve("fifo"))) {
        out.flush();
      }
      ProcTable.Snapshot settled = found.get(120, TimeUnit.SECONDS);
      // On a busy machine its program may take longer to start than it is waited for.
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (settled.unread() > 0 && System.nanoTime() < end) {
        settled = table.settled();
      }
      assertEquals(List.of(server.pid()), pids(settled, server.pid()));
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static List<Long> pids(ProcTable.Snapshot snapshot, long pid) {
    return snapshot.byMark().getOrDefault(MARK, List.of()).stream()
        .map(s -> s.identity().pid())
        .filter(found -> found == pid)
        .toList();
  }

  @Test
  void aServerKeepsItsMarkDuringAnExec() throws Exception {
    Path script =
        Files.writeString(
            dir.resolve("execs"),
            "[ $1 = 0 ] && echo >done && exec sleep 100\nexec /bin/sh execs $(($1 - 1))\n");
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", script.toString(), "300").directory(dir.toFile());
    builder.environment().put(Marks.VARIABLE, MARK);
    Process server = builder.start();
    try {
      // Until the first exec it is a copy of the process that starts it.
      while (Proc.readVariable(server.pid(), Marks.VARIABLE).filter(MARK::equals).isEmpty()) {
        assertTrue(server.isAlive());
      }
      while (!Files.exists(dir.resolve("done"))) {
        assertEquals(MARK, Proc.readVariable(server.pid(), Marks.VARIABLE).orElse(MARK));
        assertTrue(server.isAlive());
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
  }
}
