package innkeeper.store.sqlite;

/**
 * The changes that other programs made to bot.db's files while the host has them open, from least
 * to worst.
 */
public enum FileHarm {
  /** The files are unchanged. */
  NONE,
  /**
   * The name bot.db-wal or bot.db-shm is missing or names another file. SQLite continues to use the
   * original file, which has no name.
   */
  SIDE_FILE,
  /**
   * The end of bot.db-wal is missing: a checkpoint would leave bot.db with a mix of old and new
   * pages.
   */
  LOG_CUT,
  /** The file bot.db was removed. The host keeps the original file open while it runs. */
  REMOVED,
  /**
   * The name bot.db belongs to another file. The host keeps the original file open while it runs.
   */
  REPLACED,
  /** Other content was written into bot.db itself. */
  OVERWRITTEN;

  /** Returns whether SQLite can write its data into bot.db, as closing does. */
  public boolean closable() {
    return this == NONE || this == SIDE_FILE;
  }
}
