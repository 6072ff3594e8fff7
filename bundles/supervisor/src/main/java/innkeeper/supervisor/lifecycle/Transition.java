package innkeeper.supervisor.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an event does to a state.
 *
 * @param reason shown from now on; empty when it stays
 * @param ignored why the event changes nothing; "" when it does
 */
public record Transition(
    State state, Optional<String> reason, List<Effect> effects, String ignored) {

  static Transition to(State state, String reason, Effect... effects) {
    return new Transition(state, Optional.of(reason), List.of(effects), "");
  }

  /** The reason stays. */
  static Transition to(State state, Effect... effects) {
    return new Transition(state, Optional.empty(), List.of(effects), "");
  }

  static Transition ignored(State state, String because) {
    return new Transition(state, Optional.empty(), List.of(), because);
  }

  /** The same, with others before its effects. */
  Transition after(Effect... first) {
    List<Effect> all = new ArrayList<>(List.of(first));
    all.addAll(effects);
    return new Transition(state, reason, List.copyOf(all), "");
  }

  /** The same, with others behind its effects. */
  Transition and(Effect... more) {
    List<Effect> all = new ArrayList<>(effects);
    all.addAll(List.of(more));
    return new Transition(state, reason, List.copyOf(all), "");
  }
}
