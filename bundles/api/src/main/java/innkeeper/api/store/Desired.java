package innkeeper.api.store;

/** What the operator wants of a project. Kept in bot.db; survives every restart. */
public enum Desired {
  RUNNING,
  STOPPED
}
