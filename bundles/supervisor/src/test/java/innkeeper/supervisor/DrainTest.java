package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.supervisor.lifecycle.IdleWrappers;
import innkeeper.supervisor.process.Proc;
import innkeeper.testkit.FakeLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();
  private final DrainedLogs logs = new DrainedLogs();

  /** Logs whose pending output is read when the test wants it. */
  private static final class DrainedLogs extends FakeLogs {
    final List<CompletableFuture<Void>> asked = new CopyOnWriteArrayList<>();
    volatile boolean drains = true;

    @Override
    public CompletableFuture<Void> drained(String name) {
      CompletableFuture<Void> future = new CompletableFuture<>();
      asked.add(future);
      if (drains) {
        future.complete(null);
      }
      return future;
    }
  }

  private long wrapper(Host host, String id) throws Exception {
    return Proc.stat(host.await(id, s -> s.server().pid().isPresent()).server().pid().orElseThrow())
        .orElseThrow()
        .parent();
  }

  @Test
  void theWrapperHoldsUnreadOutputUntilItIsInTheLog() throws Exception {
    logs.drains = false;
    try (Host host = new Host(data, store, Optional.of(logs))) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      long wrapper = wrapper(host, "c1");
      host.stop("c1");
      Host.until(() -> !logs.asked.isEmpty());
      logs.asked.clear();
      // It would have waited for the next start, which a project that is removed does not have.
      host.supervisor.remove("c1", Host.ME).get(30, TimeUnit.SECONDS);
      assertTrue(Host.alive(wrapper));
      assertTrue(Files.exists(data.resolve("run/c1.json")));
      assertEquals(1, logs.asked.size());
      logs.asked.get(0).complete(null);
      Host.until(() -> !Host.alive(wrapper));
      Host.until(() -> !Files.exists(data.resolve("run/c1.json")));
      assertTrue(Files.exists(data.resolve("run/c1.out")), "the FIFO stays");
    }
  }

  @Test
  void aWrapperWithoutARecordAlsoHoldsItsOutput() throws Exception {
    Host first = new Host(data, store, Optional.of(logs));
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long wrapper = wrapper(first, "c1");
    first.stop("c1");
    first.drop();
    Host.until(() -> Proc.stat(wrapper).filter(s -> s.state() == 'T').isPresent());
    // The host died between two records.
    Files.delete(data.resolve("run/c1.json"));
    logs.drains = false;
    logs.asked.clear();
    try (Host host = new Host(data, store, Optional.of(logs))) {
      Host.until(() -> !logs.asked.isEmpty());
      assertEquals(ProjectState.STOPPED, host.status("c1").state());
      assertTrue(Host.alive(wrapper));
      logs.asked.forEach(asked -> asked.complete(null));
      Host.until(() -> !Host.alive(wrapper));
    }
  }

  @Test
  void aRestartDoesNotWaitForLogsThatHang() throws Exception {
    logs.drains = false;
    try (Host host = new Host(data, store, Optional.of(logs))) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      long wrapper = wrapper(host, "c1");
      long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      long next =
          host.await("c1", s -> s.server().pid().isPresent() && s.server().pid().getAsLong() != pid)
              .server()
              .pid()
              .orElseThrow();
      assertEquals(wrapper, Proc.stat(next).orElseThrow().parent(), "by the same wrapper");
      logs.drains = true;
    }
  }

  @Test
  void unreadOutputOfAStoppedServerOutlivesItsHost() throws Exception {
    Host host = Host.start(data, store);
    host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long wrapper = wrapper(host, "c1");
    host.stop("c1");
    host.drop();
    Host.until(() -> Proc.stat(wrapper).orElseThrow().state() == 'T');
    try (Host next = new Host(data, store, Optional.of(logs))) {
      assertEquals(ProjectState.STOPPED, next.status("c1").state());
      Host.until(() -> !Host.alive(wrapper));
    }
  }

  @Test
  void aStoppingHostWaitsForOutputWhileItMakesProgress() throws Exception {
    Host host = new Host(data, store, Optional.of(logs));
    List<Long> wrappers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      host.apply(Host.sh("c" + i, Map.of(), "exec sleep 100"));
      wrappers.add(wrapper(host, "c" + i));
    }
    logs.drains = false;
    logs.asked.clear();
    var down = host.supervisor.shutdown(Duration.ofSeconds(60));
    Host.until(() -> logs.asked.size() == wrappers.size());
    for (var asked : logs.asked) {
      Thread.sleep(450);
      assertFalse(down.isDone(), "it went while output was on its way into the log");
      asked.complete(null);
    }
    down.get(30, TimeUnit.SECONDS);
    Host.until(() -> wrappers.stream().noneMatch(Host::alive));
    host.close();
  }

  @Test
  void onlyAFewWrappersWaitForTheNextStart() throws Exception {
    try (Host host = new Host(data, store, Optional.of(logs))) {
      List<Long> wrappers = new ArrayList<>();
      for (int i = 0; i <= IdleWrappers.MOST; i++) {
        host.apply(Host.sh("c" + i, Map.of(), "exec sleep 100"));
        wrappers.add(wrapper(host, "c" + i));
        host.stop("c" + i);
      }
      Host.until(() -> !Host.alive(wrappers.get(0)));
      assertEquals(IdleWrappers.MOST, wrappers.stream().filter(Host::alive).count());
    }
  }

  @Test
  void aFreshHostPreparesWrappersForStoppedProjects() throws Exception {
    for (int i = 0; i <= IdleWrappers.MOST; i++) {
      store.put(Host.sh("c" + i, Map.of("autostart", false), "exec sleep 100"), Desired.STOPPED);
    }
    try (Host host = new Host(data, store, Optional.of(logs))) {
      host.supervisor.warmUp().first();
      Host.until(() -> wrappers().size() == IdleWrappers.MOST);
      Set<Long> ready = wrappers();
      int served = 0;
      for (int i = 0; i <= IdleWrappers.MOST; i++) {
        host.start("c" + i);
        served += ready.contains(wrapper(host, "c" + i)) ? 1 : 0;
      }
      assertEquals(IdleWrappers.MOST, served);
    }
    Host.until(() -> wrappers().isEmpty());
  }

  /** Those of this test's host, servers that are being born aside. */
  private Set<Long> wrappers() {
    String script = data.resolve("run/wrapper.sh").toString();
    return ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().orElse("").contains(script))
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  @Test
  void aChangedEnvironmentGetsANewWrapper() throws Exception {
    try (Host host = new Host(data, store, Optional.of(logs))) {
      Path file = data.resolve("env");
      Path out = data.resolve("out");
      Files.writeString(file, "A=one\n");
      host.apply(
          Host.sh(
              "c1",
              Map.of("envFile", file.toString(), "autostart", false),
              "echo $A >> " + out + "; exec sleep 100"));
      for (String value : List.of("one", "two")) {
        Files.writeString(file, "A=" + value + "\n");
        host.start("c1");
        Host.until(() -> Files.exists(out) && Files.readString(out).endsWith(value + "\n"));
        host.stop("c1");
      }
      assertEquals("one\ntwo\n", Files.readString(out));
    }
  }

  @Test
  void aLoggingBundleThatComesLaterEndsTheWaitingWrappers() throws Exception {
    long wrapper;
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      host.supervisor.start("c1", Host.ME);
      wrapper = wrapper(host, "c1");
      host.stop("c1");
      assertTrue(Host.alive(wrapper));
      host.drop();
      Host next = new Host(data, store, Optional.of(logs));
      Host.until(() -> !Host.alive(wrapper));
      next.close();
    }
    assertFalse(Host.alive(wrapper));
  }
}
