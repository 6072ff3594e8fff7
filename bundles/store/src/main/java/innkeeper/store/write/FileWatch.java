package innkeeper.store.write;

/** Looks after the files that are written to. Asked on the writer's thread only. */
@FunctionalInterface
public interface FileWatch {

  /**
   * Whether what was committed last is there to stay. Where somebody has been at the files, saves
   * what can be saved first.
   */
  boolean kept();
}
