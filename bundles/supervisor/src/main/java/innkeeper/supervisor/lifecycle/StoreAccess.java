package innkeeper.supervisor.lifecycle;

import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import java.time.Duration;
import java.util.Optional;

/** Gives access to the store and waits for it while it is being replaced. */
public final class StoreAccess {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final AwaitedService<ProjectStore> store;
  private volatile boolean sound = true;

  public StoreAccess(AwaitedService<ProjectStore> store) {
    this.store = store;
  }

  public Optional<ProjectStore> now() {
    return store.get();
  }

  /**
   * Returns whether the next write will probably succeed: the store is there, and the last write
   * succeeded.
   */
  public boolean sound() {
    return sound && store.get().isPresent();
  }

  /** Notes whether a write succeeded. */
  public void sound(boolean now) {
    sound = now;
  }

  /**
   * Returns the store, for which it waits up to three seconds.
   *
   * @throws StoreException if the store does not come in time
   */
  public ProjectStore get() {
    try {
      return store.await(PATIENCE);
    } catch (ServiceAwayException e) {
      throw new StoreException(
          "the desired state cannot be written: " + e.getMessage() + "; try again", e);
    }
  }
}
