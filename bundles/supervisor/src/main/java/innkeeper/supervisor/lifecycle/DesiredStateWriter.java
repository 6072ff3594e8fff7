package innkeeper.supervisor.lifecycle;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the operator wants of one project, on its way to the disk in the order it was asked for.
 * Safe for many threads.
 */
public final class DesiredStateWriter {

  private static final Logger LOG = LoggerFactory.getLogger(DesiredStateWriter.class);

  /** One request; its failure is guarded by the monitor of its {@link DesiredStateWriter}. */
  public static final class StateRequest {
    private final String action;
    private final Desired desired;
    private final Supplier<Actor> asked;
    private Actor actor;
    private StoreException failure;

    private StateRequest(String action, Desired desired, Supplier<Actor> asked) {
      this.action = action;
      this.desired = desired;
      this.asked = asked;
    }

    public Desired desired() {
      return desired;
    }

    /** Whoever writes it first finds out who asked; the monitor makes it once. */
    private synchronized Actor actor() {
      if (actor == null) {
        actor = asked.get();
      }
      return actor;
    }
  }

  private final StoreAccess stores;
  private final RunFiles run;
  private final Journal journal;
  private final Clock clock;
  private final String channelId;
  private final Queue<StateRequest> waiting = new ConcurrentLinkedQueue<>();
  private volatile AuditDraft unsaved;

  /** That stop is noted in run/, if it is; like all that follows guarded by the monitor. */
  private boolean noted;

  /** The time of the request for that stop; null without such a stop. */
  private Instant unsavedAt;

  public DesiredStateWriter(StoreAccess stores, SupervisorContext context, String channelId) {
    this.stores = stores;
    this.run = context.run();
    this.journal = context.journal();
    this.clock = context.clock();
    this.channelId = channelId;
  }

  /** In the order of these calls they reach the disk, on whichever thread that is. */
  public StateRequest add(String action, Desired desired, Supplier<Actor> actor) {
    StateRequest request = new StateRequest(action, desired, actor);
    waiting.add(request);
    return request;
  }

  /**
   * Returns when it is on disk. Blocks.
   *
   * @throws StoreException if it could not be written. A stop that bot.db does not take is noted in
   *     run/ and written later, for a server that fills the disk must be stoppable; only if that
   *     fails as well, nobody may be told that it was taken
   */
  public void write(StateRequest mine) {
    StoreException failure;
    // Not while others wait for their turn at the disk.
    mine.actor();
    synchronized (this) {
      drain();
      failure = mine.failure;
    }
    if (failure != null) {
      throw new StoreException(failure.getMessage(), failure);
    }
  }

  /**
   * For a request that changes nothing: returns when on disk is what it asks for, which an earlier
   * one may still be writing. Blocks.
   *
   * @param last the last that changed something
   * @throws StoreException as {@link #write} does
   */
  public synchronized void confirm(StateRequest last) {
    drain();
    if (last.desired == Desired.RUNNING && last.failure != null) {
      throw new StoreException(last.failure.getMessage(), last.failure);
    }
    StoreException failure = unsaved == null || noted ? null : stop(unsaved);
    if (failure != null) {
      throw failure;
    }
  }

  private void drain() {
    for (StateRequest next = waiting.poll(); next != null; next = waiting.poll()) {
      AuditDraft draft =
          new AuditDraft("project." + next.action, channelId, next.actor(), "ok", "");
      next.failure = next.desired == Desired.RUNNING ? run(draft) : stop(draft);
    }
  }

  private StoreException run(AuditDraft draft) {
    AuditDraft stop = unsaved;
    try {
      // First, or the next host would take the stop for the newer of the two.
      note(false);
      save(Desired.RUNNING, draft);
      return null;
    } catch (IOException e) {
      return new StoreException(
          "cannot remove " + run.stop(channelId) + ", which says that it is stopped: " + e, e);
    } catch (StoreException e) {
      if (stop != null) {
        StoreException again = stop(stop);
        LOG.warn("start not saved, the stop before it stands", again);
      }
      return e;
    }
  }

  private StoreException stop(AuditDraft draft) {
    try {
      save(Desired.STOPPED, draft);
      return null;
    } catch (StoreException e) {
      if (draft != unsaved) {
        unsavedAt = clock.instant();
      }
      unsaved = draft;
      try {
        note(true);
        LOG.error(
            "stop not saved, done and noted all the same channelId={} error={}",
            channelId,
            e.getMessage());
        return null;
      } catch (IOException noNote) {
        return new StoreException(
            "the server is ended, but a host that starts now would start it again, for neither"
                + " bot.db nor "
                + run.stop(channelId)
                + " can be written ("
                + e.getMessage()
                + "; "
                + noNote
                + "); free disk space, then stop it once more",
            e);
      }
    }
  }

  private void save(Desired desired, AuditDraft draft) {
    try {
      stores.get().desire(channelId, desired, dated(draft));
      stores.sound(true);
      unsaved = null;
    } catch (StoreException e) {
      stores.sound(false);
      throw e;
    }
    try {
      note(false);
    } catch (IOException e) {
      // It says what bot.db says as well, and is removed before a start is written.
      LOG.warn("note of a stop not removed channelId={} error={}", channelId, e.getMessage());
    }
  }

  private AuditDraft dated(AuditDraft draft) {
    return draft == unsaved ? journal.timed(draft, unsavedAt) : draft;
  }

  private void note(boolean stop) throws IOException {
    if (stop != noted) {
      run.noteStop(channelId, stop);
      noted = stop;
    }
  }

  /** A stop that an earlier host could note in run/ only. */
  public synchronized void recall() {
    noted = true;
    unsavedAt = run.stopTime(channelId, clock.instant());
    unsaved =
        new AuditDraft(
            "project.stop",
            channelId,
            Actor.SUPERVISOR,
            "ok",
            "saved later: bot.db could not be written");
  }

  /** Whether a stop has yet to be saved. */
  public boolean unsaved() {
    return unsaved != null;
  }

  /** Tries again to save a stop that could not be saved; blocks. */
  public synchronized void save() {
    if (unsaved != null && stores.now().isPresent()) {
      try {
        save(Desired.STOPPED, unsaved);
      } catch (StoreException e) {
        LOG.warn("stop still not saved channelId={} error={}", channelId, e.getMessage());
      }
    }
  }
}
