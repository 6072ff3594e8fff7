package innkeeper.supervisor.machine;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the operator wants of one project, on its way to the disk in the order it was asked for.
 * Safe for many threads.
 */
public final class Wishes {

  private static final Logger LOG = LoggerFactory.getLogger(Wishes.class);

  /** One request; its failure is guarded by the monitor of its {@link Wishes}. */
  public static final class Wish {
    private final String action;
    private final Desired desired;
    private final Supplier<Actor> asked;
    private Actor actor;
    private StoreException failure;

    private Wish(String action, Desired desired, Supplier<Actor> asked) {
      this.action = action;
      this.desired = desired;
      this.asked = asked;
    }

    /** Whoever writes it first finds out who asked; the monitor makes it once. */
    private synchronized Actor actor() {
      if (actor == null) {
        actor = asked.get();
      }
      return actor;
    }
  }

  private final Stores stores;
  private final String channelId;
  private final Queue<Wish> waiting = new ConcurrentLinkedQueue<>();
  private volatile AuditDraft unsaved;

  public Wishes(Stores stores, String channelId) {
    this.stores = stores;
    this.channelId = channelId;
  }

  /** In the order of these calls they reach the disk, on whichever thread that is. */
  public Wish add(String action, Desired desired, Supplier<Actor> actor) {
    Wish wish = new Wish(action, desired, actor);
    waiting.add(wish);
    return wish;
  }

  /**
   * Returns when it is on disk. Blocks.
   *
   * @throws StoreException if it could not be written; a stop is then written later
   */
  public void write(Wish mine) {
    StoreException failure;
    // Not while others wait for their turn at the disk.
    mine.actor();
    synchronized (this) {
      for (Wish next = waiting.poll(); next != null; next = waiting.poll()) {
        next.failure = write(next.action, next.desired, next.actor());
      }
      failure = mine.failure;
    }
    if (failure != null) {
      throw new StoreException(failure.getMessage(), failure);
    }
  }

  private StoreException write(String action, Desired desired, Actor actor) {
    AuditDraft draft = new AuditDraft("project." + action, channelId, actor, "ok", "");
    try {
      stores.get().desire(channelId, desired, draft);
      stores.sound(true);
      unsaved = null;
      return null;
    } catch (StoreException e) {
      stores.sound(false);
      if (desired == Desired.RUNNING) {
        return e;
      }
      LOG.error(
          "stop not saved, done all the same channelId={} error={}", channelId, e.getMessage());
      unsaved = draft;
      return new StoreException(
          channelId
              + " is being stopped, but that could not be saved, and a host that starts now would"
              + " start it again; saving is tried again every ten seconds: "
              + e.getMessage(),
          e);
    }
  }

  /** Whether a stop has yet to be saved. */
  public boolean unsaved() {
    return unsaved != null;
  }

  /** Tries again to save a stop that could not be saved; blocks. */
  public void save() {
    synchronized (this) {
      AuditDraft draft = unsaved;
      if (draft != null && stores.now().isPresent()) {
        try {
          stores.now().get().desire(channelId, Desired.STOPPED, draft);
          stores.sound(true);
          unsaved = null;
        } catch (StoreException e) {
          LOG.warn("stop still not saved channelId={} error={}", channelId, e.getMessage());
        }
      }
    }
  }
}
