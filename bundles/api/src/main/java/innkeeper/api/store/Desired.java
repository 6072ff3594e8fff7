package innkeeper.api.store;

/**
 * The state that the operator requested for a project. It is stored in bot.db and survives every
 * restart.
 */
public enum Desired {
  /** The supervisor keeps a server running, as far as the restart policy allows. */
  RUNNING,
  /** The supervisor runs no server. */
  STOPPED
}
