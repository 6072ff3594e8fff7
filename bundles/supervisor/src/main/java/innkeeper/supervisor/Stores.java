package innkeeper.supervisor;

import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The store, waited for where it is just being replaced. */
final class Stores {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final long LOOK_MS = 20;

  private final Supplier<Optional<ProjectStore>> store;
  private volatile boolean sound = true;

  Stores(Supplier<Optional<ProjectStore>> store) {
    this.store = store;
  }

  Optional<ProjectStore> now() {
    return store.get();
  }

  /** Whether the next write can be expected to succeed: it is there, and the last one did. */
  boolean sound() {
    return sound && store.get().isPresent();
  }

  /** How a write went. */
  void sound(boolean now) {
    sound = now;
  }

  /**
   * @throws StoreException if it does not come within three seconds
   */
  ProjectStore get() {
    long until = System.nanoTime() + PATIENCE.toNanos();
    try {
      for (Optional<ProjectStore> now = store.get(); ; now = store.get()) {
        if (now.isPresent()) {
          return now.get();
        }
        if (System.nanoTime() - until > 0) {
          throw new StoreException(
              "the store surface is away, so what is desired cannot be written; try again");
        }
        Thread.sleep(LOOK_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while the store surface was away", e);
    }
  }
}
