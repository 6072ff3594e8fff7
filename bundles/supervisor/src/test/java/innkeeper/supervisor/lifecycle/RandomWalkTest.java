package innkeeper.supervisor.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.lifecycle.Effect.Act;
import innkeeper.supervisor.lifecycle.Effect.CloseIncarnation;
import innkeeper.supervisor.lifecycle.Effect.CountTry;
import innkeeper.supervisor.lifecycle.Effect.EnsureRetry;
import innkeeper.supervisor.lifecycle.Effect.LookLater;
import innkeeper.supervisor.lifecycle.Effect.RetryAfter;
import innkeeper.supervisor.lifecycle.Effect.WatchOnly;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A million events in a model of the world: whatever comes, in whatever order. */
class RandomWalkTest {

  private static final int EVENTS = 1_000_000;
  private static final int FAILS_ONE_IN = 50;
  private static final int QUIET_EACH = 200;
  private static final int STEPS_TO_REST = 200;

  /** What there is of a server: nothing, a word that was given, a process, its left-overs. */
  private enum Process {
    NONE,
    WORD_GIVEN,
    ALIVE,
    MAIN_ENDED,
    EMPTY
  }

  private static final class World {
    final Random random;
    State state = State.stopped(Desired.STOPPED);
    Desired acknowledged = Desired.STOPPED;
    Process process = Process.NONE;

    /** As the actor sees it: an incarnation that was not closed yet. */
    boolean live;

    boolean pidKnown;
    boolean stopping;
    boolean retryScheduled;
    boolean lookScheduled;
    boolean failing;
    int started;
    int ended;
    final Deque<LifecycleEvent> raised = new ArrayDeque<>();

    World(long seed) {
      random = new Random(seed);
    }

    void handle(LifecycleEvent first) {
      raised.add(first);
      boolean repairing = false;
      while (!raised.isEmpty()) {
        LifecycleEvent event = raised.poll();
        repairing |= event instanceof EndEvent.StepFailed;
        acknowledge(event);
        Phase was = state.phase();
        Transition next = Transition.next(state, event);
        state = next.state();
        if (was != state.phase()) {
          retryScheduled = false;
        }
        for (Effect effect : next.effects()) {
          if (failing && !repairing && random.nextInt(FAILS_ONE_IN) == 0) {
            detachIfClosing(effect);
            raised.addFirst(new EndEvent.StepFailed("told to fail", live, random.nextBoolean()));
            break;
          }
          run(effect);
        }
        assertEquals(acknowledged, state.demand().desired(), () -> "after " + event);
        if (!Samples.hasServer(state)) {
          assertFalse(live && raised.isEmpty(), () -> "a server without a state after " + event);
        }
      }
    }

    private void acknowledge(LifecycleEvent event) {
      if (event instanceof RequestEvent.StartRequested
          || event instanceof RequestEvent.RestartRequested) {
        acknowledged = Desired.RUNNING;
      } else if (event instanceof RequestEvent.StopRequested
          || event instanceof RequestEvent.StartUnsaved
          || event instanceof RequestEvent.RemoveRequested) {
        acknowledged = Desired.STOPPED;
      }
    }

    /** The actor lets go of the incarnation before anything of that effect can fail. */
    private void detachIfClosing(Effect effect) {
      if (effect instanceof CloseIncarnation || effect == Act.FORGET_UNBORN) {
        close();
      }
    }

    private void close() {
      assertTrue(live, "nothing to close");
      assertTrue(process == Process.EMPTY || !pidKnown, "closed while " + process);
      live = false;
      pidKnown = false;
      stopping = false;
      process = Process.NONE;
      ended++;
    }

    private void run(Effect effect) {
      if (effect instanceof Act act) {
        act(act);
      } else if (effect instanceof CloseIncarnation) {
        close();
      } else if (effect instanceof CountTry || effect instanceof EnsureRetry && !retryScheduled) {
        raised.add(
            switch (random.nextInt(3)) {
              case 0 -> new StartEvent.RetryNow("cause");
              case 1 -> new StartEvent.RetryLater(Duration.ofSeconds(1), "reason");
              default -> new StartEvent.RetriesExhausted("why");
            });
      } else if (effect instanceof RetryAfter) {
        retryScheduled = true;
      } else if (effect instanceof WatchOnly) {
        raised.add(new EndEvent.CannotEnd("why"));
      } else if (effect instanceof LookLater) {
        lookScheduled = true;
      }
    }

    private void act(Act act) {
      switch (act) {
        case GIVE_WORD -> {
          assertEquals(Process.NONE, process, "two servers of one project");
          assertFalse(live, "two incarnations of one project");
          assertEquals(Desired.RUNNING, acknowledged, "a stop lost against a start");
          if (random.nextInt(20) == 0) {
            raised.add(new StartEvent.StartFailed("why", random.nextBoolean()));
          } else {
            process = Process.WORD_GIVEN;
            live = true;
            started++;
          }
        }
        case SEND_STOP -> {
          assertTrue(live, "a signal to a stranger");
          stopping = true;
        }
        case END_SESSION -> {
          assertTrue(live, "a signal to a stranger");
          if (process != Process.MAIN_ENDED && process != Process.EMPTY) {
            stopping = true;
          } else if (state.endsByRequest() && random.nextBoolean()) {
            raised.add(new EndEvent.SessionEnded());
          } else if (process == Process.EMPTY) {
            raised.add(empty());
          } else if (!stopping || state.phase() == Phase.SCANNING) {
            raised.add(new EndEvent.LeftBehind("how"));
          }
        }
        case WATCH_SERVER, RENEW_PROBE, AWAIT_TURN, LOOK_AT_SERVER ->
            assertTrue(live, act + " without a server");
        case CANCEL_RETRY -> retryScheduled = false;
        case FORGET_UNBORN -> close();
        case TELL_REMOVED, PUBLISH, REMEMBER, REMEMBER_UNLESS_AUTOSTART, KEEP_OLD_SINCE -> {}
        case RESET_TRIES, AWAIT_PREDECESSORS, PREPARE, ABANDON_START, DROP_IDLE_WRAPPER -> {}
        case NOTE_END -> assertTrue(live && process.compareTo(Process.ALIVE) > 0, "no end to note");
        case STOP_PROBE, ABANDON_STOP, ADOPT_AGAIN -> {}
      }
    }

    private LifecycleEvent empty() {
      boolean never = random.nextBoolean();
      return new EndEvent.SessionEmpty("cause", !never && random.nextBoolean(), never);
    }

    /** What can happen by itself. */
    List<LifecycleEvent> natural() {
      List<LifecycleEvent> all = new ArrayList<>();
      switch (state.phase()) {
        case WAITING -> all.add(new StartEvent.PredecessorsReady(random.nextBoolean()));
        case PREPARING -> {
          all.add(new StartEvent.WrapperReady());
          all.add(new StartEvent.StartFailed("why", random.nextBoolean()));
          all.add(new StartEvent.StartPostponed("why"));
        }
        case STARTING -> all.add(new StartEvent.StartTimeOver());
        case QUEUED -> all.add(new EndEvent.TurnCame());
        case BACKOFF -> {
          if (retryScheduled) {
            all.add(new StartEvent.RetryDue());
          }
        }
        case STOPPED, SPAWNED, RUNNING, STOPPING, SCANNING, EXITED, FATAL, UNKNOWN -> {}
      }
      if (live && lookScheduled) {
        all.add(new EndEvent.LookDue());
      }
      if (live) {
        process(all);
      }
      return all;
    }

    private void process(List<LifecycleEvent> all) {
      switch (process) {
        case WORD_GIVEN -> all.add(new StartEvent.PidSeen(random.nextBoolean()));
        case ALIVE -> {
          all.add(new EndEvent.ExitSeen());
          all.add(new EndEvent.Unhealthy("unhealthy"));
          all.add(new EndEvent.MemoryExceeded("too much"));
        }
        case MAIN_ENDED, EMPTY -> all.add(empty());
        case NONE -> throw new IllegalStateException("an incarnation of nothing");
      }
      if (stopping && process != Process.EMPTY) {
        all.add(new EndEvent.CannotEnd("why"));
      }
    }

    /** The world changes first, then the actor hears of it. */
    void happen(LifecycleEvent event) {
      if (event instanceof StartEvent.PidSeen) {
        process = Process.ALIVE;
        pidKnown = true;
      } else if (event instanceof EndEvent.ExitSeen) {
        process = random.nextInt(4) == 0 ? Process.MAIN_ENDED : Process.EMPTY;
      } else if (event instanceof EndEvent.LookDue) {
        lookScheduled = false;
      } else if (event instanceof EndEvent.SessionEmpty) {
        if (!Set.of(Phase.STOPPING, Phase.SCANNING, Phase.UNKNOWN).contains(state.phase())) {
          // The actor finds that the main process has ended before it looks at the session.
          handle(new EndEvent.ExitSeen());
          return;
        }
        process = Process.EMPTY;
      }
      handle(event);
    }
  }

  @Test
  void noRandomWalkStartsTwoServersOrLosesAStop() {
    World world = new World(20_251_122);
    List<LifecycleEvent> asked =
        List.of(
            new RequestEvent.StartRequested(),
            new RequestEvent.StartRequested(),
            new RequestEvent.RestartRequested(),
            new RequestEvent.RenewRequested(),
            new RequestEvent.StopRequested(),
            new RequestEvent.StartUnsaved(),
            new RequestEvent.DefinitionChanged(true),
            new RequestEvent.BootRequested());
    List<LifecycleEvent> late =
        List.of(
            new StartEvent.PredecessorsReady(true),
            new StartEvent.StartTimeOver(),
            new StartEvent.RetryDue(),
            new EndEvent.TurnCame());
    int stops = 0;
    for (int i = 0; i < EVENTS; i++) {
      world.failing = true;
      int kind = world.random.nextInt(10);
      List<LifecycleEvent> natural = world.natural();
      if (kind < 6 && !natural.isEmpty()) {
        world.happen(natural.get(world.random.nextInt(natural.size())));
      } else if (kind < 8) {
        world.handle(asked.get(world.random.nextInt(asked.size())));
      } else {
        world.handle(late.get(world.random.nextInt(late.size())));
      }
      if (i % QUIET_EACH == 0) {
        aStopWins(world);
        stops++;
      }
    }
    assertTrue(world.started > EVENTS / 100, "servers started: " + world.started);
    assertTrue(world.ended > EVENTS / 100, "servers ended: " + world.ended);
    assertEquals(EVENTS / QUIET_EACH, stops);
  }

  /** Whatever was before: after a stop the project comes to rest, and nothing is started. */
  private static void aStopWins(World world) {
    world.failing = false;
    world.handle(new RequestEvent.StopRequested());
    int started = world.started;
    for (int step = 0; world.state.phase() != Phase.STOPPED; step++) {
      assertTrue(step < STEPS_TO_REST, () -> "not stopped: " + world.state + world.process);
      List<LifecycleEvent> natural = world.natural();
      assertFalse(natural.isEmpty(), () -> "nothing goes on: " + world.state);
      world.happen(natural.get(world.random.nextInt(natural.size())));
    }
    assertEquals(started, world.started, "started after a stop");
    assertEquals(Process.NONE, world.process);
  }

  /** As if a host went down, or a project was removed, at any point. */
  @Test
  void afterTheHostStopsOrTheProjectIsRemovedNothingStarts() {
    for (int seed = 0; seed < 2_000; seed++) {
      World world = new World(seed);
      world.handle(new RequestEvent.StartRequested());
      for (int i = seed % 37; i > 0; i--) {
        List<LifecycleEvent> natural = world.natural();
        if (natural.isEmpty()) {
          world.handle(new RequestEvent.RestartRequested());
        } else {
          world.happen(natural.get(world.random.nextInt(natural.size())));
        }
      }
      world.handle(
          seed % 2 == 0 ? new RequestEvent.HostStopping() : new RequestEvent.RemoveRequested());
      int started = world.started;
      for (int i = 0; i < STEPS_TO_REST; i++) {
        List<LifecycleEvent> natural = world.natural();
        if (!natural.isEmpty()) {
          world.happen(natural.get(world.random.nextInt(natural.size())));
        }
      }
      assertEquals(started, world.started);
      assertEquals(Process.NONE, world.process, world.state.toString());
    }
  }
}
