package innkeeper.api.store;

/** The state that the operator wants a project in. Stored in bot.db; survives every restart. */
public enum Desired {
  /** A server is to run, as far as the restart policy allows. */
  RUNNING,
  /** No server is to run. */
  STOPPED
}
