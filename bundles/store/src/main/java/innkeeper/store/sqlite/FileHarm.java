package innkeeper.store.sqlite;

/** What others did to bot.db's files while the host has them open, from the least to the worst. */
public enum FileHarm {
  /** Nothing. */
  NONE,
  /** bot.db-wal or bot.db-shm is gone or another file; SQLite goes on with what has no name. */
  SIDE_FILE,
  /** bot.db-wal has lost its end: to write it back would leave bot.db half old, half new. */
  LOG_CUT,
  /**
   * No file of bot.db's name is there any more; what was there is open as long as the host runs.
   */
  REMOVED,
  /** Another file bears bot.db's name; what was there is open as long as the host runs. */
  REPLACED,
  /** Another content was written into bot.db itself. */
  OVERWRITTEN;

  /** Whether what SQLite has can be written into bot.db, as closing it does. */
  public boolean closable() {
    return this == NONE || this == SIDE_FILE;
  }
}
