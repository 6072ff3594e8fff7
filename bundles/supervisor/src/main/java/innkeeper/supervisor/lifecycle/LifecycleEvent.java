package innkeeper.supervisor.lifecycle;

/** An event in the life of a project. Each event defines its transition for every phase. */
public sealed interface LifecycleEvent permits RequestEvent, StartEvent, EndEvent, AdoptionEvent {

  /** Returns the transition; a pure function of the state. */
  Transition on(State state);
}
