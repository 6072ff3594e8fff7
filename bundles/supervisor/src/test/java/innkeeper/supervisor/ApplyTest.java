package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Applied;
import innkeeper.api.supervisor.Supervisor.Explanation;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.supervisor.lifecycle.RequestEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ApplyTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  @Test
  void aDryRunReportsWhatApplyThenDoes() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("same", Map.of(), "exec sleep 100"),
          Host.sh("other", Map.of(), "exec sleep 100"),
          Host.sh("gone", Map.of(), "exec sleep 100"));
      long same = host.await("same", ProjectState.RUNNING).server().pid().orElseThrow();
      long other = host.await("other", ProjectState.RUNNING).server().pid().orElseThrow();
      long gone = host.await("gone", ProjectState.RUNNING).server().pid().orElseThrow();
      var next =
          List.of(
              Host.sh("same", Map.of("stopSeconds", 7), "exec sleep 100"),
              Host.sh("other", Map.of(), "exec sleep 101"),
              Host.sh("new", Map.of("autostart", false), "exec sleep 100"));
      Applied plan = host.supervisor.apply(next, true, true, Host.ME);
      assertEquals(List.of("new"), plan.added());
      assertEquals(List.of("same", "other"), plan.changed());
      assertEquals(List.of("other"), plan.restarted());
      assertEquals(List.of("gone"), plan.removed());
      assertEquals(other, host.status("other").server().pid().orElseThrow(), "only said");
      assertEquals(plan, host.supervisor.apply(next, true, false, Host.ME));
      host.await(
          "other", s -> s.server().pid().isPresent() && s.server().pid().getAsLong() != other);
      assertEquals(same, host.status("same").server().pid().orElseThrow());
      assertEquals(ProjectState.STOPPED, host.status("new").state());
      Host.until(() -> host.supervisor.project("gone").isEmpty());
      assertFalse(Host.alive(gone));
    }
  }

  @Test
  void theAuditRecordSaysWhatChangedWithoutSecrets() throws Exception {
    try (Host host = Host.start(data, store)) {
      Map<String, Object> off =
          Map.of("autostart", false, "env", Map.of("API_KEY", "k-1", "A", "b"));
      host.apply(Host.sh("c1", off, "exec sleep 100"));
      String defined = store.audit("project.define").get(0).detail();
      assertTrue(defined.contains("autostart: none -> false"), defined);
      assertTrue(defined.contains("env.API_KEY: none -> set"), defined);
      assertFalse(defined.contains("k-1"), defined);
      assertFalse(defined.contains("stopSignal"), "what is as by default: " + defined);
      host.apply(
          Host.sh(
              "c1",
              Map.of("autostart", false, "port", 4300, "env", Map.of("API_KEY", "k-2")),
              "exec sleep 100 --password hunter2"));
      assertEquals(
          "command: /bin/sh -c 'exec sleep 100' -> /bin/sh -c 'exec sleep 100 --password"
              + " [REDACTED]'; env.API_KEY: set -> another value; port: none -> 4300;"
              + " env.A: set -> none",
          store.audit("project.change").get(0).detail());
    }
  }

  @Test
  void allMistakesAreNamedAndNothingIsChanged() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("a", Map.of("autostart", false), "exit 0"));
      DefinitionException refused =
          assertThrows(
              DefinitionException.class,
              () ->
                  host.apply(
                      Host.sh("b", Map.of("after", List.of("c")), "exit 0"),
                      Host.sh("c", Map.of("after", List.of("b")), "exit 0"),
                      Host.sh("d", Map.of("name", "a"), "exit 0"),
                      Host.sh("e", Map.of("memoryMaxBytes", 10_000_000), "exit 0")));
      String all = refused.getMessage();
      assertTrue(all.contains("circle"), all);
      assertTrue(all.contains("d: name a is already that of a"), all);
      assertTrue(all.contains("e: memoryMaxBytes is 10000000, which cannot be enforced"), all);
      assertEquals(1, host.supervisor.definitions().size());
      store.broken = true;
      assertThrows(
          StoreException.class, () -> host.apply(Host.sh("f", Map.of(), "exec sleep 100")));
      assertTrue(host.supervisor.project("f").isEmpty());
      store.broken = false;
    }
  }

  @Test
  void removeStopsFirst() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("name", "demo"), "exec sleep 100"));
      long pid = host.await("demo", ProjectState.RUNNING).server().pid().orElseThrow();
      host.supervisor.remove("demo", Host.ME).get(20, TimeUnit.SECONDS);
      assertFalse(Host.alive(pid));
      assertTrue(host.supervisor.projects().isEmpty());
      assertTrue(store.projects().isEmpty());
      assertThrows(UnknownProjectException.class, () -> host.supervisor.start("c1", Host.ME));
    }
  }

  @Test
  void theNextHostCompletesARemoval() throws Exception {
    Host first = Host.start(data, store);
    Path deaf = data.resolve("deaf");
    first.apply(
        Host.sh(
            "c1",
            Map.of("stopSeconds", 60),
            "trap '' TERM; echo 1 > " + deaf + "; while :; do sleep 0.1; done"));
    Host.number(deaf);
    long pid = first.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
    first.supervisor.remove("c1", Host.ME);
    first.drop();
    assertTrue(Host.alive(pid));
    try (Host second = Host.start(data, store)) {
      Host.until(() -> !Host.alive(pid) && second.supervisor.projects().isEmpty());
    }
  }

  @Test
  void whySaysCauseEvidenceAndNextStep() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("restart", "never"), "exit 7"));
      host.await("c1", ProjectState.EXITED);
      Explanation why = host.supervisor.why("c1");
      assertTrue(
          why.evidence().stream().anyMatch(e -> e.startsWith("last end: exited with code 7")),
          why.evidence().toString());
      assertTrue(why.nextStep().contains("innkeeper start c1"), why.nextStep());
    }
  }

  @Test
  @Timeout(30)
  void aStopAndItsEntryWaitForTheStoreThatIsBeingReplaced() throws Exception {
    store.put(Host.sh("c1", Map.of(), "exec sleep 100"), Desired.RUNNING);
    try (Host host = Host.start(data, store)) {
      host.await("c1", ProjectState.RUNNING);
      store.leave();
      Thread asker = new Thread(() -> host.supervisor.stop("c1", Actor.HOST), "asker");
      asker.start();
      while (asker.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      store.come();
      host.await("c1", ProjectState.STOPPED);
      // Its server's end does not wait for it.
      asker.join();
      assertEquals(Optional.of(Desired.STOPPED), store.desired("c1"));
      assertEquals("project.stop", store.lastWish("c1"));
    }
  }

  @Test
  void theStoreMayComeLate() throws Exception {
    store.put(Host.sh("c1", Map.of(), "exec sleep 100"), Desired.RUNNING);
    store.leave();
    try (Host host = Host.start(data, store)) {
      assertThrows(StoreException.class, host.supervisor::projects);
      store.come();
      host.supervisor.loaded().get(20, TimeUnit.SECONDS);
      host.await("c1", ProjectState.RUNNING);
    }
  }

  @Test
  void anEarlierStopStaysInForceAfterAChangeAndForTheSchedule() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      host.await("c1", ProjectState.RUNNING);
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      host.supervisor.get("c1").orElseThrow().handle(new RequestEvent.RenewRequested());
      Actor schedule = new Actor(Actor.Via.SUPERVISOR, "", "schedule");
      assertThrows(
          StateConflictException.class,
          () -> host.supervisor.scheduled("c1", RunSchedule.Action.RESTART, schedule));
      ProjectStatus now = host.stop("c1");
      assertEquals(ProjectState.STOPPED, now.state());
      assertEquals(Desired.STOPPED, now.lifecycle().desired());
      assertEquals(1, now.server().incarnation());
    }
  }

  @Test
  void aProjectIsRemovedWhileTheOneThatStartsAfterItStillStops() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("a", Map.of(), "exec sleep 100"),
          Host.sh("b", Map.of("after", List.of("a")), "trap '' TERM; sleep 1; exec sleep 100"));
      host.await("b", ProjectState.RUNNING);
      var later = host.supervisor.remove("b", Host.ME);
      host.supervisor.remove("a", Host.ME).get(30, TimeUnit.SECONDS);
      later.get(30, TimeUnit.SECONDS);
      assertEquals(List.of(), host.supervisor.definitions());
    }
  }

  @Test
  void aProjectThatAnotherStartsAfterIsNotRemoved() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("a", Map.of(), "exec sleep 100"),
          Host.sh("b", Map.of("after", List.of("a")), "exec sleep 100"));
      String said =
          assertThrows(StateConflictException.class, () -> host.supervisor.remove("a", Host.ME))
              .getMessage();
      assertTrue(said.contains("b starts after it"), said);
      host.await("a", ProjectState.RUNNING);
      host.supervisor.remove("b", Host.ME).get(30, TimeUnit.SECONDS);
      host.supervisor.remove("a", Host.ME).get(30, TimeUnit.SECONDS);
      assertEquals(List.of(), host.supervisor.definitions());
    }
  }
}
