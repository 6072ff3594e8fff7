package innkeeper.supervisor.lifecycle;

/** What comes after the end that is in progress. */
public enum NextAction {
  /** Nothing: the operator stopped it. */
  STAY,
  /** A start, by the operator. */
  START,
  /** What the restart policy says of how it ended. */
  JUDGE,
  /** A restart, unless that is never wanted: it was unhealthy. */
  RETRY;

  boolean startFollows() {
    return this == START || this == RETRY;
  }
}
