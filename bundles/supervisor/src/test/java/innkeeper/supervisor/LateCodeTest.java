package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.RunFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wrapper that the machine lets wait is waited for, as long as it can still tell the code. */
class LateCodeTest {

  /** Longer than any moment's grace. */
  private static final long LONG_MS = 3000;

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  /** RUNNING comes before a script has set its trap. */
  private String exits42() {
    return "trap 'exit 42' TERM; echo 1 >" + trapped() + "; while :; do sleep 0.02; done";
  }

  private Path trapped() {
    return data.resolve("trapped");
  }

  @Test
  void aLateExitCodeOfAStopIsKnown() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), exits42()));
      long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
      Host.number(trapped());
      long wrapper = Proc.stat(pid).orElseThrow().parent();
      send("STOP", wrapper);
      Ticket stop = host.supervisor.stop("c1", Host.ME);
      Host.until(() -> !Host.alive(pid));
      Thread.sleep(LONG_MS);
      send("CONT", wrapper);
      assertEquals(OptionalInt.of(42), host.get(stop).lastExit().orElseThrow().code());
    }
  }

  @Test
  void aLateExitCodeOfAServerThatEndedWithoutAHostIsKnown() throws Exception {
    Host first = Host.start(data, store);
    first.apply(
        Host.sh("c1", Map.of("restart", "never"), exits42()),
        Host.sh("other", Map.of(), "exec sleep 100"));
    long pid = first.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
    first.await("other", ProjectState.RUNNING);
    Host.number(trapped());
    long wrapper = Proc.stat(pid).orElseThrow().parent();
    first.drop();
    send("STOP", wrapper);
    send("TERM", pid);
    Host.until(() -> !Host.alive(pid));
    try (Host second = Host.start(data, store)) {
      assertEquals(ProjectState.STOPPING, second.status("c1").state());
      assertTrue(second.status("other").server().adopted(), "nobody else waits for it");
      Thread.sleep(LONG_MS);
      send("CONT", wrapper);
      ProjectStatus over = second.await("c1", ProjectState.EXITED);
      assertEquals(OptionalInt.of(42), over.lastExit().orElseThrow().code());
    }
  }

  @Test
  void aWrapperWithoutAGoCommandIsNotReportedAsUnknown() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
    long pid = first.start("c1").server().pid().orElseThrow();
    first.drop();
    // As when the host dies between record and word, and the wrapper has not noticed yet.
    Process waits = new ProcessBuilder("/bin/sh", "-c", "read w; kill -s STOP $$").start();
    Path file = data.resolve("run/c1.json");
    Map<String, Object> record = new HashMap<>();
    Json.read(Files.readAllBytes(file)).forEach((key, value) -> record.put((String) key, value));
    send("KILL", ((Number) record.get("wrapperPid")).longValue());
    send("KILL", pid);
    record.put("wrapperPid", waits.pid());
    record.put("wrapperStart", Proc.stat(waits.pid()).orElseThrow().identity().start());
    Files.write(file, Json.write(record));
    new RunFiles(data.resolve("run")).clear("c1");
    store.put(store.projects().get(0).definition(), Desired.STOPPED);
    try (Host second = Host.start(data, store)) {
      assertEquals(ProjectState.STOPPING, second.status("c1").state());
      waits.getOutputStream().close();
      second.await("c1", ProjectState.STOPPED);
      assertEquals(0, store.audit("project.exit").size(), "nothing ran, so nothing ended");
    } finally {
      waits.destroyForcibly().waitFor();
    }
  }

  private static void send(String signal, long pid) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-" + signal, "" + pid).start().waitFor());
  }
}
