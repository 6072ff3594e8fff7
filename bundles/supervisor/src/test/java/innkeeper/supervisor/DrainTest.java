package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();
  private final FakeLogs logs = new FakeLogs();

  private long wrapper(Host host, String id) throws Exception {
    return Proc.stat(host.await(id, s -> s.pid().isPresent()).pid().orElseThrow())
        .orElseThrow()
        .parent();
  }

  @Test
  void theWrapperHoldsUnreadOutputUntilItIsInTheLog() throws Exception {
    logs.drains = false;
    try (Host host = new Host(data, store, true, Optional.of(logs))) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      long wrapper = wrapper(host, "c1");
      host.stop("c1");
      Host.until(() -> Proc.stat(wrapper).orElseThrow().state() == 'T');
      assertTrue(Files.exists(data.resolve("run/c1.json")));
      assertEquals(1, logs.asked.size());
      logs.asked.get(0).complete(null);
      Host.until(() -> !Host.alive(wrapper));
      Host.until(() -> !Files.exists(data.resolve("run/c1.json")));
      assertTrue(Files.exists(data.resolve("run/c1.out")), "the FIFO stays");
    }
  }

  @Test
  void aSuccessorDoesNotWaitForLogsThatHang() throws Exception {
    logs.drains = false;
    try (Host host = new Host(data, store, true, Optional.of(logs))) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      long wrapper = wrapper(host, "c1");
      long pid = host.await("c1", ProjectState.RUNNING).pid().orElseThrow();
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      host.await("c1", s -> s.pid().isPresent() && s.pid().getAsLong() != pid);
      Host.until(() -> !Host.alive(wrapper));
      logs.drains = true;
    }
  }

  @Test
  void aLoggingSurfaceThatComesLaterEndsWhatWaits() throws Exception {
    long wrapper;
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      host.keeper.start("c1", Host.ME);
      wrapper = wrapper(host, "c1");
      host.stop("c1");
      assertTrue(Host.alive(wrapper));
      host.drop();
      Host next = new Host(data, store, false, Optional.of(logs));
      Host.until(() -> !Host.alive(wrapper));
      next.close();
    }
    assertFalse(Host.alive(wrapper));
  }
}
