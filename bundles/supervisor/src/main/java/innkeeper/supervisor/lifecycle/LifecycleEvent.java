package innkeeper.supervisor.lifecycle;

/** What happens to a project. Each event says for every phase what it does there. */
public sealed interface LifecycleEvent permits RequestEvent, StartEvent, EndEvent, AdoptionEvent {

  /** Pure: the same state always gives the same transition. */
  Transition on(State state);
}
