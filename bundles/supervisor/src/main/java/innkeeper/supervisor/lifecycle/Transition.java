package innkeeper.supervisor.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The change that an event makes to a state.
 *
 * @param reason displayed from now on; empty if it stays
 * @param ignored why the event changes nothing; "" if it changes something
 */
public record Transition(
    State state, Optional<String> reason, List<Effect> effects, String ignored) {

  static Transition to(State state, String reason, Effect... effects) {
    return new Transition(state, Optional.of(reason), List.of(effects), "");
  }

  /** Returns a transition that keeps the reason. */
  static Transition to(State state, Effect... effects) {
    return new Transition(state, Optional.empty(), List.of(effects), "");
  }

  static Transition ignored(State state, String because) {
    return new Transition(state, Optional.empty(), List.of(), because);
  }

  /** Returns a copy with further effects before its own. */
  Transition after(Effect... first) {
    List<Effect> all = new ArrayList<>(List.of(first));
    all.addAll(effects);
    return new Transition(state, reason, List.copyOf(all), "");
  }

  /** Returns a copy with further effects behind its own. */
  Transition and(Effect... more) {
    List<Effect> all = new ArrayList<>(effects);
    all.addAll(List.of(more));
    return new Transition(state, reason, List.copyOf(all), "");
  }
}
