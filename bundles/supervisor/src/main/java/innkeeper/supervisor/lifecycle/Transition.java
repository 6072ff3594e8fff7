package innkeeper.supervisor.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The change that an event makes to a state.
 *
 * @param reason displayed from now on; empty if it stays
 */
public record Transition(State state, Optional<String> reason, List<Effect> effects) {

  static Transition to(State state, String reason, Effect... effects) {
    return new Transition(state, Optional.of(reason), List.of(effects));
  }

  /** Returns a transition that keeps the reason. */
  static Transition to(State state, Effect... effects) {
    return new Transition(state, Optional.empty(), List.of(effects));
  }

  /** Returns the transition of an event that comes too late, or means nothing in this phase. */
  static Transition ignored(State state) {
    return to(state);
  }

  /** Returns whether the event changes nothing. */
  boolean ignored() {
    return effects.isEmpty();
  }

  /** Returns a copy with further effects before its own. */
  Transition after(Effect... first) {
    List<Effect> all = new ArrayList<>(List.of(first));
    all.addAll(effects);
    return new Transition(state, reason, List.copyOf(all));
  }

  /** Returns a copy with further effects behind its own. */
  Transition and(Effect... more) {
    List<Effect> all = new ArrayList<>(effects);
    all.addAll(List.of(more));
    return new Transition(state, reason, List.copyOf(all));
  }
}
