package innkeeper.supervisor.machine;

import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The store, waited for where it is just being replaced. */
public final class Stores {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final long LOOK_MS = 20;

  private final Supplier<Optional<ProjectStore>> store;
  private volatile boolean sound = true;

  public Stores(Supplier<Optional<ProjectStore>> store) {
    this.store = store;
  }

  public Optional<ProjectStore> now() {
    return store.get();
  }

  /** Whether the next write can be expected to succeed: it is there, and the last one did. */
  public boolean sound() {
    return sound && store.get().isPresent();
  }

  /** How a write went. */
  public void sound(boolean now) {
    sound = now;
  }

  /**
   * @throws StoreException if it does not come within three seconds
   */
  public ProjectStore get() {
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
