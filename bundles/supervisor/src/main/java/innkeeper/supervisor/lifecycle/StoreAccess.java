package innkeeper.supervisor.lifecycle;

import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import java.time.Duration;
import java.util.Optional;

/** The store, waited for where it is just being replaced. */
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
    try {
      return store.await(PATIENCE);
    } catch (ServiceAwayException e) {
      throw new StoreException(
          "what is desired cannot be written: " + e.getMessage() + "; try again", e);
    }
  }
}
