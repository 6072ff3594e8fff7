package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is said of projects as long as the store cannot be read, or not all of it. */
@Timeout(60)
class LoadTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  @Test
  void unreadableProjectsAreAnErrorAndNotAnEmptyList() throws Exception {
    store.put(Host.sh("c1", Map.of(), "exec sleep 100"), Desired.RUNNING);
    store.damaged = true;
    try (Host host = Host.start(data, store)) {
      Host.until(() -> host.supervisor.notLoaded().filter(why -> !why.isEmpty()).isPresent());
      for (Runnable look :
          List.<Runnable>of(
              host.supervisor::projects,
              host.supervisor::definitions,
              () -> host.supervisor.project("c1"),
              () -> host.supervisor.stop("c1", Host.ME))) {
        StoreException e = assertThrows(StoreException.class, look::run);
        assertTrue(e.getMessage().contains("malformed"), e.getMessage());
      }
      Result health =
          LoadedProjectsCheck.result(host.supervisor.notLoaded(), host.supervisor.held());
      assertEquals(Result.Status.CRITICAL, health.getStatus());
      assertTrue(health.toString().contains("malformed"), health.toString());
      store.damaged = false;
      host.supervisor.loaded().get(20, TimeUnit.SECONDS);
      host.await("c1", ProjectState.RUNNING);
      assertTrue(
          LoadedProjectsCheck.result(host.supervisor.notLoaded(), host.supervisor.held()).isOk());
    }
  }

  @Test
  void aHostThatStopsWhileLoadingReturnsNoEmptyList() throws Exception {
    store.put(Host.sh("c1", Map.of(), "exec sleep 100"), Desired.RUNNING);
    store.damaged = true;
    try (Host host = Host.start(data, store)) {
      Host.until(() -> host.supervisor.notLoaded().filter(why -> !why.isEmpty()).isPresent());
      host.supervisor.shutdown(Duration.ofSeconds(5)).get(20, TimeUnit.SECONDS);
      Host.until(() -> host.supervisor.loaded().isDone());
      assertThrows(StoreException.class, host.supervisor::projects);
      assertTrue(host.supervisor.notLoaded().isPresent());
    }
  }

  @Test
  void anUnreadableDefinitionAffectsNoOtherProjectAndCanBeReplaced() throws Exception {
    store.put(Host.sh("c1", Map.of(), "exec sleep 100"), Desired.RUNNING);
    store.put(Host.sh("c2", Map.of(), "exec sleep 100"), Desired.STOPPED);
    store.unreadable.add("c2");
    try (Host host = Host.start(data, store)) {
      host.await("c1", ProjectState.RUNNING);
      assertEquals(1, host.supervisor.projects().size());
      assertEquals(Set.of("c2"), host.supervisor.unreadable());
      host.apply(Host.sh("c2", Map.of(), "exec sleep 200"));
      assertEquals(Desired.STOPPED, host.status("c2").lifecycle().desired(), "as its row says");
      assertEquals(Set.of(), host.supervisor.unreadable());
    }
  }

  @Test
  void anUnreadableDefinitionCanBeRemoved() throws Exception {
    for (String how : List.of("remove", "prune")) {
      store.put(Host.sh("c2", Map.of(), "exec sleep 100"), Desired.RUNNING);
      store.unreadable.add("c2");
      try (Host host = Host.start(data, store)) {
        if (how.equals("remove")) {
          host.supervisor.remove("c2", Host.ME).get(20, TimeUnit.SECONDS);
        } else {
          assertEquals(
              List.of("c2"), host.supervisor.apply(List.of(), true, false, Host.ME).removed());
        }
        assertTrue(store.desired("c2").isEmpty());
        assertEquals(Set.of(), host.supervisor.unreadable());
      }
    }
  }
}
