package innkeeper.store.write;

/** The check of the database files after a write. It is called on the writer's thread only. */
@FunctionalInterface
public interface FileWatch {

  /**
   * Returns whether the last commit is durable. If another program has changed the files, saves the
   * data first.
   */
  boolean kept();
}
