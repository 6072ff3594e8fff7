package innkeeper.supervisor.lifecycle;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.lifecycle.State.Demand;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All states, and of each event all kinds. */
final class Samples {

  private Samples() {}

  static List<State> states() {
    List<State> all = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      all.addAll(states(phase));
    }
    return all;
  }

  static List<State> states(Phase phase) {
    List<State> all = new ArrayList<>();
    for (Desired desired : Desired.values()) {
      for (boolean hostDown : new boolean[] {false, true}) {
        for (boolean removed : new boolean[] {false, true}) {
          Demand demand = new Demand(desired, hostDown, removed);
          for (NextAction then : NextAction.values()) {
            if (then == NextAction.STAY || ends(phase)) {
              all.add(new State(phase, demand, then));
            }
          }
        }
      }
    }
    return all;
  }

  private static boolean ends(Phase phase) {
    return switch (phase) {
      case QUEUED, STOPPING, SCANNING, UNKNOWN -> true;
      default -> false;
    };
  }

  /** Returns whether a server may exist in that state. */
  static boolean hasServer(State state) {
    return switch (state.phase()) {
      case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> false;
      case SPAWNED, STARTING, RUNNING, QUEUED, STOPPING, SCANNING, UNKNOWN -> true;
    };
  }

  /** By name, in the order of the table; every class of event is there. */
  static Map<String, List<LifecycleEvent>> events() {
    Map<String, List<LifecycleEvent>> all = new LinkedHashMap<>();
    for (LifecycleEvent event :
        List.of(
            new RequestEvent.StartRequested(),
            new RequestEvent.StopRequested(),
            new RequestEvent.RestartRequested(),
            new RequestEvent.RenewRequested(),
            new RequestEvent.StartUnsaved(),
            new RequestEvent.RemoveRequested(),
            new RequestEvent.DefinitionChanged(true),
            new RequestEvent.DefinitionChanged(false),
            new RequestEvent.BootRequested(),
            new RequestEvent.HostGoesDown(),
            new RequestEvent.HostStopping(),
            new StartEvent.PredecessorsReady(true),
            new StartEvent.PredecessorsReady(false),
            new StartEvent.WrapperReady(),
            new StartEvent.StartFailed("why", false),
            new StartEvent.StartFailed("why", true),
            new StartEvent.StartPostponed("why"),
            new StartEvent.PidSeen(false),
            new StartEvent.PidSeen(true),
            new StartEvent.StartTimeOver(),
            new EndEvent.Unhealthy("unhealthy"),
            new EndEvent.MemoryExceeded("too much"),
            new EndEvent.TurnCame(),
            new EndEvent.ExitSeen(),
            new EndEvent.LeftBehind("how"),
            new EndEvent.SessionEnded(),
            new EndEvent.SessionEmpty("cause", true, false),
            new EndEvent.SessionEmpty("cause", false, false),
            new EndEvent.SessionEmpty("cause", false, true),
            new EndEvent.NothingStarted(),
            new EndEvent.CannotEnd("why"),
            new StartEvent.RetryNow("cause"),
            new StartEvent.RetryLater(Duration.ofSeconds(1), "reason"),
            new StartEvent.RetriesExhausted("why"),
            new StartEvent.RetryDue(),
            new EndEvent.StepFailed("why", true, false),
            new EndEvent.StepFailed("why", false, false),
            new EndEvent.StepFailed("why", false, true),
            new EndEvent.LookDue(),
            new AdoptionEvent.Adopted(1, false),
            new AdoptionEvent.Adopted(1, true),
            new AdoptionEvent.AdoptedUnborn(),
            new AdoptionEvent.AdoptedEnded(true, false),
            new AdoptionEvent.AdoptedEnded(true, true),
            new AdoptionEvent.AdoptedEnded(false, false),
            new AdoptionEvent.AdoptedOrphan("why"),
            new AdoptionEvent.AdoptedUnsure("why"),
            new AdoptionEvent.AdoptedRemoved(),
            new AdoptionEvent.Defined(Desired.RUNNING),
            new AdoptionEvent.Defined(Desired.STOPPED),
            new AdoptionEvent.NotStarted("reason"),
            new AdoptionEvent.BegunAnew(),
            new AdoptionEvent.PauseResumed(Duration.ZERO),
            new AdoptionEvent.EndRecalled(true),
            new AdoptionEvent.EndRecalled(false))) {
      all.computeIfAbsent(event.getClass().getSimpleName(), name -> new ArrayList<>()).add(event);
    }
    return all;
  }
}
