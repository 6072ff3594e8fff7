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
 * Writes the desired states of one project to disk, in the order of the requests. Safe for many
 * threads.
 *
 * <p>The signal of a stop and the go command of a start are sent during the write, and the caller
 * gets the answer after it. If the host dies in between, no caller has an answer, and the next host
 * ends a server that is not wanted. After a failed write, starts are written first until a write
 * succeeds. A restart, and a start of a project that is already desired RUNNING, are always written
 * first.
 */
public final class DesiredStateWriter {

  private static final Logger LOG = LoggerFactory.getLogger(DesiredStateWriter.class);

  /** One request; the monitor of its {@link DesiredStateWriter} guards its failure. */
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

    /**
     * Returns the requester; the first thread that writes the request looks it up, once under the
     * monitor.
     */
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

  /**
   * True if the stop that is not saved yet is noted in run/. The monitor guards this field and
   * those below.
   */
  private boolean noted;

  /** The time of the request for the stop that is not saved yet; null if every stop is saved. */
  private Instant unsavedAt;

  public DesiredStateWriter(StoreAccess stores, SupervisorContext context, String channelId) {
    this.stores = stores;
    this.run = context.run();
    this.journal = context.journal();
    this.clock = context.clock();
    this.channelId = channelId;
  }

  /** Adds a request. Requests reach the disk in the order of these calls, on any thread. */
  public StateRequest add(String action, Desired desired, Supplier<Actor> actor) {
    StateRequest request = new StateRequest(action, desired, actor);
    waiting.add(request);
    return request;
  }

  /**
   * Returns when the request is on disk. Blocks. A stop that bot.db does not take is noted in run/
   * and written later, because a server that fills the disk must be stoppable.
   *
   * @throws StoreException if the request could not be written; for a stop, if the note failed as
   *     well
   */
  public void write(StateRequest mine) {
    StoreException failure;
    // The actor is looked up before the lock is taken, so that other writers do not wait for it.
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
   * Confirms a request that changes nothing: returns when its desired state is on disk, which an
   * earlier request may still be writing. Blocks.
   *
   * @param last the last request that changed something
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
      // The note is removed first; else the next host would take the stop for the newer request.
      note(false);
      save(Desired.RUNNING, draft);
      return null;
    } catch (IOException e) {
      return new StoreException(
          "cannot remove " + run.stop(channelId) + ", which says that it is stopped: " + e, e);
    } catch (StoreException e) {
      if (stop != null) {
        StoreException again = stop(stop);
        LOG.warn("start not saved, the earlier stop stays in force", again);
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
      // The note agrees with bot.db, and it is removed before a start is written.
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

  /** Takes up a stop that an earlier host wrote into run/ because bot.db could not be written. */
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

  /** Returns whether a stop has yet to be saved. */
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
