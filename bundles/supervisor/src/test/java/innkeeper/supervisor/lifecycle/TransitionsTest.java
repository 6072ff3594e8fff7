package innkeeper.supervisor.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.supervisor.lifecycle.Effect.Act;
import innkeeper.supervisor.lifecycle.Effect.CloseIncarnation;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each event in each state. */
class TransitionsTest {

  private static final Path README = Path.of("README.md");
  private static final String FROM = "<!-- lifecycle table: begin -->\n";
  private static final String TO = "<!-- lifecycle table: end -->";
  private static final String WRITE = "readme.write";

  private interface Pair {
    void check(State state, LifecycleEvent event, Transition next);
  }

  private static void everyPair(Pair pair) {
    for (State state : Samples.states()) {
      for (List<LifecycleEvent> kinds : Samples.events().values()) {
        for (LifecycleEvent event : kinds) {
          pair.check(state, event, Transition.next(state, event));
        }
      }
    }
  }

  private static String of(State state, LifecycleEvent event) {
    return event + " in " + state;
  }

  @Test
  void everyEventIsSampled() {
    Set<String> declared = new TreeSet<>();
    for (Class<?> group : LifecycleEvent.class.getPermittedSubclasses()) {
      Arrays.stream(group.getPermittedSubclasses()).forEach(c -> declared.add(c.getSimpleName()));
    }
    assertEquals(declared, new TreeSet<>(Samples.events().keySet()));
  }

  @Test
  void anEventIsIgnoredExactlyIfItChangesNothing() {
    everyPair(
        (state, event, next) -> {
          boolean nothing =
              next.state().equals(state) && next.effects().isEmpty() && next.reason().isEmpty();
          assertEquals(next.ignored(), nothing, of(state, event));
        });
  }

  @Test
  void aServerIsClosedOnlyByItsEndAndStartedOnlyWithoutAnother() {
    everyPair(
        (state, event, next) -> {
          boolean was = Samples.hasServer(state);
          boolean is = Samples.hasServer(next.state());
          boolean closes =
              next.effects().stream().anyMatch(e -> e instanceof CloseIncarnation)
                  || next.effects().contains(Act.FORGET_UNBORN);
          boolean none = event instanceof EndEvent.StepFailed failed && !failed.there();
          boolean failed = none || event instanceof StartEvent.StartFailed;
          assertEquals(was && !is && !failed, closes, of(state, event));
          boolean word = next.effects().contains(Act.GIVE_WORD);
          assertFalse(word && was, of(state, event));
          assertTrue(was || !is || word || event instanceof AdoptionEvent, of(state, event));
        });
  }

  @Test
  void signalsAreSentOnlyIfAServerMayExist() {
    Set<Effect> signals = Set.of(Act.SEND_STOP, Act.END_SESSION, Act.AWAIT_TURN);
    everyPair(
        (state, event, next) -> {
          boolean sends = next.effects().stream().anyMatch(signals::contains);
          assertFalse(sends && !Samples.hasServer(next.state()), of(state, event));
        });
  }

  @Test
  void nothingStartsOnceTheHostGoesDown() {
    everyPair(
        (state, event, next) -> {
          if (state.demand().hostDown()) {
            assertFalse(next.effects().contains(Act.AWAIT_PREDECESSORS), of(state, event));
            assertFalse(next.effects().contains(Act.GIVE_WORD), of(state, event));
          }
        });
  }

  @Test
  void afterARequestedEndTheProjectStaysStopped() {
    LifecycleEvent empty = new EndEvent.SessionEmpty("cause", true, false);
    for (Phase phase : List.of(Phase.STOPPING, Phase.SCANNING, Phase.UNKNOWN)) {
      for (State state : Samples.states(phase)) {
        State next = Transition.next(state, empty).state();
        boolean over = state.demand().hostDown() || state.demand().removed();
        if (over || state.then() == NextAction.STAY) {
          assertEquals(Phase.STOPPED, next.phase(), state.toString());
        } else if (state.then() == NextAction.START) {
          Phase then = state.demand().wanted() ? Phase.WAITING : Phase.STOPPED;
          assertEquals(then, next.phase(), state.toString());
        } else {
          assertEquals(Phase.BACKOFF, next.phase(), state.toString());
        }
      }
    }
  }

  @Test
  void aStopIsReportedBeforeTheScanOnlyIfNoStepFollows() {
    for (State state : Samples.states(Phase.STOPPING)) {
      Transition next = Transition.next(state, new EndEvent.SessionEnded());
      boolean alone =
          state.then() == NextAction.STAY
              && !state.demand().hostDown()
              && !state.demand().removed();
      assertEquals(alone ? Phase.SCANNING : Phase.STOPPING, next.state().phase());
      assertEquals(alone, next.effects().contains(Act.END_SESSION), state.toString());
    }
    for (State state : Samples.states(Phase.SCANNING)) {
      for (LifecycleEvent start :
          List.of(new RequestEvent.StartRequested(), new RequestEvent.RestartRequested())) {
        Transition next = Transition.next(state, start);
        assertEquals(Phase.STOPPING, next.state().phase(), "the scan holds it");
        assertTrue(next.effects().contains(Act.END_SESSION), state.toString());
      }
    }
  }

  @Test
  void theReadmeShowsTheTable() throws Exception {
    String readme = Files.readString(README);
    int from = readme.indexOf(FROM) + FROM.length();
    int to = readme.indexOf(TO);
    assertTrue(from >= FROM.length() && to >= from, "README.md has no place for the table");
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(README, readme.substring(0, from) + table() + readme.substring(to));
      return;
    }
    assertEquals(
        table(),
        readme.substring(from, to),
        "to write it: mvn -pl bundles/supervisor -am test -Dtest=TransitionsTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -D"
            + WRITE
            + "=true");
  }

  private static String table() {
    StringBuilder table = new StringBuilder("| event |");
    for (Phase phase : Phase.values()) {
      table.append(' ').append(phase).append(" |");
    }
    table.append("\n|---|").append("---|".repeat(Phase.values().length)).append('\n');
    Samples.events()
        .forEach(
            (name, kinds) -> {
              table.append("| ").append(name).append(" |");
              for (Phase phase : Phase.values()) {
                table.append(' ').append(cell(phase, kinds)).append(" |");
              }
              table.append('\n');
            });
    return table.toString();
  }

  private static String cell(Phase phase, List<LifecycleEvent> kinds) {
    Set<String> results = new LinkedHashSet<>();
    for (LifecycleEvent event : kinds) {
      for (State state : Samples.states(phase)) {
        Transition next = Transition.next(state, event);
        Phase then = next.state().phase();
        if (!next.ignored()) {
          results.add(then == phase ? "=" : then.toString());
        }
      }
    }
    return results.stream().sorted().collect(Collectors.joining(", "));
  }
}
