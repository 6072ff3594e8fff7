package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Ticket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts and stops that bot.db does not take. */
class UnsavedTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private void startFails(Host host, String id) {
    store.broken = true;
    assertThrows(StoreException.class, () -> host.supervisor.start(id, Host.ME));
    store.broken = false;
  }

  @Test
  void aFailedWriteOfAStartChangesNothingForAWantedProject() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.define("fatal", Map.of("restart", "never"), "no-such-program"),
          Host.sh("done", Map.of("restart", "never"), "exit 0"),
          Host.sh("loop", Map.of(), "exit 1"),
          Host.sh("runs", Map.of(), "exec sleep 100"));
      ProjectStatus fatal = host.await("fatal", ProjectState.FATAL);
      ProjectStatus done = host.await("done", ProjectState.EXITED);
      host.await("loop", s -> s.state() == ProjectState.BACKOFF && s.restarts().count() == 3);
      long pid = host.await("runs", ProjectState.RUNNING).server().pid().orElseThrow();
      for (String id : new String[] {"fatal", "done", "loop"}) {
        startFails(host, id);
        assertEquals(Desired.RUNNING, host.status(id).lifecycle().desired(), id);
        assertEquals(Desired.RUNNING, store.desired(id).orElseThrow(), id);
      }
      assertEquals(fatal, host.status("fatal"));
      assertEquals(done, host.status("done"));
      assertTrue(
          host.await("loop", s -> s.restarts().count() > 3).restarts().count() > 3, "tried on");
      store.broken = true;
      assertFalse(host.supervisor.start("runs", Host.ME).changed());
      assertEquals(pid, host.status("runs").server().pid().orElseThrow());
      store.broken = false;
    }
  }

  @Test
  void aStartOfAProjectThatWasNotWantedIsTakenBack() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      startFails(host, "c1");
      host.await(
          "c1",
          s -> s.state() == ProjectState.STOPPED && s.lifecycle().desired() == Desired.STOPPED);
      assertFalse(host.supervisor.stop("c1", Host.ME).changed(), "and a stop of it needs nothing");
      assertEquals(ProjectState.RUNNING, host.start("c1").state());
    }
  }

  /** Its host is gone, and could not write to bot.db that it was stopped. */
  private long stoppedUnsaved() throws Exception {
    Host host = Host.start(data, store);
    host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
    store.broken = true;
    Ticket stop = host.supervisor.stop("c1", Host.ME);
    host.drop();
    store.broken = false;
    assertTrue(stop.changed());
    assertEquals(Desired.RUNNING, store.desired("c1").orElseThrow(), "what the next host reads");
    return pid;
  }

  @Test
  void anAcknowledgedStopStaysInForceUnderTheNextHost() throws Exception {
    long pid = stoppedUnsaved();
    Instant asked = Instant.parse("2026-11-28T12:58:19Z");
    Files.setLastModifiedTime(data.resolve("run/c1.stop"), FileTime.from(asked));
    try (Host second = Host.start(data, store)) {
      second.await("c1", ProjectState.STOPPED);
      assertFalse(Host.alive(pid));
      Host.until(() -> store.desired("c1").orElseThrow() == Desired.STOPPED);
      Host.until(() -> !Files.exists(data.resolve("run/c1.stop")));
      String said = store.audit("project.stop").get(0).detail();
      assertTrue(said.endsWith(", recorded late, was at " + asked), said);
    }
    try (Host third = Host.start(data, store)) {
      assertEquals(ProjectState.STOPPED, third.status("c1").state());
    }
  }

  @Test
  void aStartReplacesAnUnsavedStop() throws Exception {
    stoppedUnsaved();
    Host second = Host.start(data, store);
    second.await("c1", ProjectState.STOPPED);
    long pid = second.start("c1").server().pid().orElseThrow();
    second.drop();
    try (Host third = Host.start(data, store)) {
      assertEquals(pid, third.await("c1", ProjectState.RUNNING).server().pid().orElseThrow());
    }
  }

  @Test
  void aStartThatCannotBeWrittenLeavesTheUnsavedStopInForce() throws Exception {
    stoppedUnsaved();
    store.broken = true;
    Host second = Host.start(data, store);
    second.await("c1", ProjectState.STOPPED);
    assertThrows(StoreException.class, () -> second.supervisor.start("c1", Host.ME));
    second.drop();
    store.broken = false;
    try (Host third = Host.start(data, store)) {
      third.await("c1", ProjectState.STOPPED);
      assertEquals(Desired.STOPPED, third.status("c1").lifecycle().desired());
    }
  }

  @Test
  void aStopThatCannotBeWrittenAnywhereIsDoneAndReportedAsFailed() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
      Path note = Files.createDirectory(data.resolve("run/c1.stop"));
      store.broken = true;
      for (int time = 0; time < 2; time++) {
        String told =
            assertThrows(StoreException.class, () -> host.supervisor.stop("c1", Host.ME))
                .getMessage();
        assertTrue(told.startsWith("the server is ended, but a host"), told);
      }
      host.await("c1", ProjectState.STOPPED);
      assertFalse(Host.alive(pid));
      Files.delete(note);
      assertFalse(host.supervisor.stop("c1", Host.ME).changed(), "noted now");
      assertTrue(Files.exists(note));
      store.broken = false;
      Host.until(() -> store.desired("c1").orElseThrow() == Desired.STOPPED);
    }
  }

  @Test
  void noCallerGetsAnAnswerBeforeTheWrite() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      host.await("c1", ProjectState.RUNNING);
      List<CompletableFuture<Desired>> stops = new ArrayList<>();
      synchronized (store) {
        for (int i = 0; i < 3; i++) {
          stops.add(
              CompletableFuture.supplyAsync(
                  () -> {
                    host.supervisor.stop("c1", Host.ME);
                    return store.desired("c1").orElseThrow();
                  }));
        }
        host.await("c1", ProjectState.STOPPED);
        assertTrue(stops.stream().noneMatch(CompletableFuture::isDone));
      }
      for (CompletableFuture<Desired> stop : stops) {
        assertEquals(Desired.STOPPED, stop.get());
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }
}
