package innkeeper.extensions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.action.ActionOutcome;
import innkeeper.api.action.ActionRun;
import innkeeper.api.action.ActionRun.State;
import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.action.ProjectActions.Ticket;
import innkeeper.api.action.ProjectActions.UnknownActionException;
import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ActionServiceTest {

  private static final Actor ACTOR = Actor.of(Actor.Via.HTTP);

  private final TestHost host = new TestHost();
  private final ActionService service =
      new ActionService(host.supervisor, new ActionAudit(host.audit), host.clock);
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void close() {
    service.close();
  }

  private ActionRun run(String name, String project) throws Exception {
    return service.run(name, project, false, ACTOR).ended().get(30, TimeUnit.SECONDS);
  }

  @Test
  void theOutcomeOfARunIsReportedAndRecordedWithItsActor() throws Exception {
    service.add(TestAction.doing(() -> ActionOutcome.done("12 files of hunter2\ndeleted")));
    Ticket ticket = service.run("clear-cache", "web", false, ACTOR);
    assertEquals(State.RUNNING, ticket.run().state());
    ActionRun ended = ticket.ended().get(30, TimeUnit.SECONDS);
    assertEquals(State.DONE, ended.state());
    assertEquals("12 files of [REDACTED] deleted", ended.text());
    assertEquals(
        List.of(
            "action.begin ok clear-cache",
            "action.end ok clear-cache: 12 files of [REDACTED] deleted"),
        host.entries());
    assertEquals(ACTOR, host.record.get(1).actor());
    assertEquals(ended, service.offers("web").get(0).last().orElseThrow());
    assertTrue(service.offers("worker").get(0).last().isEmpty(), "of another project");
  }

  @Test
  void anExceptionIsAFailureThatDoesNotAffectTheNextRun() throws Exception {
    boolean[] fails = {true};
    service.add(
        TestAction.doing(
            () -> {
              if (fails[0]) {
                throw new LinkageError("no such method");
              }
              return ActionOutcome.done("");
            }));
    ActionRun failed = run("clear-cache", "web");
    assertEquals(State.FAILED, failed.state());
    assertEquals("LinkageError: no such method", failed.text());
    fails[0] = false;
    assertEquals(State.DONE, run("clear-cache", "web").state());
  }

  @Test
  void aNullOutcomeIsAFailure() throws Exception {
    service.add(TestAction.doing(() -> null));
    assertEquals("NullPointerException: outcome is null", run("clear-cache", "web").text());
  }

  @Test
  void aRunThatTakesTooLongIsInterruptedAndCountsAsFailed() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    service.add(
        TestAction.doing(
                () -> {
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                  }
                  return ActionOutcome.done("too late");
                })
            .limit(Duration.ZERO));
    assertEquals(1, service.offers("").get(0).limitSeconds());
    ActionRun late = run("clear-cache", "web");
    assertEquals(State.FAILED, late.state());
    assertEquals("it did not end within 1 s and was interrupted", late.text());
    assertTrue(interrupted.await(30, TimeUnit.SECONDS));
  }

  @Test
  void aRunThatIgnoresTheInterruptIsNotBegunTwiceAndHoldsUpNoOtherProject() throws Exception {
    CountDownLatch letGo = new CountDownLatch(1);
    service.add(
        TestAction.doing(
                () -> {
                  boolean on = true;
                  while (on) {
                    try {
                      letGo.await();
                      on = false;
                    } catch (InterruptedException e) {
                      on = true;
                    }
                  }
                  return ActionOutcome.done("");
                })
            .limit(Duration.ofSeconds(1)));
    assertEquals(State.FAILED, run("clear-cache", "web").state());
    ActionRefusedException twice =
        assertThrows(ActionRefusedException.class, () -> run("clear-cache", "web"));
    assertTrue(twice.getMessage().contains("has not returned"), twice.getMessage());
    Ticket other = service.run("clear-cache", "worker", false, ACTOR);
    letGo.countDown();
    assertEquals(State.DONE, other.ended().get(30, TimeUnit.SECONDS).state());
  }

  @Test
  void aDangerousActionIsConfirmedOrNotBegun() throws Exception {
    service.add(
        new TestAction(
            "drop-queue",
            true,
            List.of(),
            Duration.ofMinutes(1),
            () -> ActionOutcome.done("gone")));
    ActionRefusedException refused =
        assertThrows(ActionRefusedException.class, () -> run("drop-queue", "web"));
    assertTrue(refused.unconfirmed());
    assertEquals(List.of(), host.entries());
    assertEquals(
        State.DONE,
        service.run("drop-queue", "web", true, ACTOR).ended().get(30, TimeUnit.SECONDS).state());
  }

  @Test
  void anActionIsOfferedToItsProjectsOnly() {
    service.add(
        new TestAction(
            "reindex",
            false,
            List.of("worker"),
            Duration.ofMinutes(1),
            () -> ActionOutcome.done("")));
    assertEquals(List.of(), service.offers("web"));
    assertEquals(List.of("reindex"), service.offers("worker").stream().map(Offer::name).toList());
    UnknownActionException unknown =
        assertThrows(UnknownActionException.class, () -> run("reindex", "web"));
    assertEquals("web has no action \"reindex\"; it has none", unknown.getMessage());
    assertThrows(UnknownProjectException.class, () -> run("reindex", "nobody"));
  }

  @Test
  void anActionThatCannotBeRecordedIsNotRun() throws Exception {
    boolean[] done = {false};
    service.add(
        TestAction.doing(
            () -> {
              done[0] = true;
              return ActionOutcome.done("");
            }));
    host.full = true;
    ActionRun refused = run("clear-cache", "web");
    assertEquals(State.FAILED, refused.state());
    assertTrue(refused.text().contains("the disk is full"), refused.text());
    assertFalse(done[0]);
  }

  @Test
  void anActionWhoseBundleGoesWhileItRunsCountsAsFailed() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    TestAction action =
        TestAction.doing(
            () -> {
              begun.countDown();
              never.await();
              return ActionOutcome.done("");
            });
    service.add(action);
    Ticket ticket = service.run("clear-cache", "web", false, ACTOR);
    assertTrue(begun.await(30, TimeUnit.SECONDS));
    service.remove(action);
    ActionRun ended = ticket.ended().get(30, TimeUnit.SECONDS);
    assertEquals("the bundle that brings it went while it ran", ended.text());
    assertEquals(
        "action.end failed clear-cache: the bundle that brings it went while it ran",
        host.entries().get(1));
    assertThrows(UnknownActionException.class, () -> run("clear-cache", "web"));
  }

  @Test
  void ofTwoActionsWithOneNameTheFirstStaysAndABadNameIsRefused() throws Exception {
    service.add(TestAction.doing(() -> ActionOutcome.done("first")));
    TestAction second = TestAction.doing(() -> ActionOutcome.done("second"));
    service.add(second);
    service.add(
        new TestAction("../x", false, List.of(), Duration.ofMinutes(1), ActionServiceTest::none));
    service.add(new TestAction("no-limit", false, List.of(), null, ActionServiceTest::none));
    assertEquals(1, service.offers("").size());
    service.remove(second);
    assertEquals("first", run("clear-cache", "web").text());
  }

  private static ActionOutcome none() {
    return ActionOutcome.done("");
  }
}
