package innkeeper.supervisor.lifecycle;

/** The next step after the end that is in progress. */
public enum NextAction {
  /** The project stays stopped: the operator stopped it. */
  STAY,
  /** The operator requested a start. */
  START,
  /** The restart policy decides, by how the server ended. */
  JUDGE,
  /** The server restarts, because it was unhealthy, unless the policy is never. */
  RETRY;

  boolean startFollows() {
    return this == START || this == RETRY;
  }
}
