package innkeeper.supervisor.lifecycle;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.StoreException;
import innkeeper.api.thread.WatchedPool;
import innkeeper.supervisor.queue.Threads;
import innkeeper.supervisor.run.PendingAudit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes audit entries in the background, in order, and keeps them while the store is away. */
public final class Journal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final int KEPT = 4096;
  private static final long RETRY_MS = 200;

  /**
   * The delay after which an entry gets its own time in its text. The audit record stores only the
   * time of the write.
   */
  private static final Duration LATE = Duration.ofSeconds(1);

  /** An endless wait; {@link #close} interrupts it. */
  private static final Duration FOREVER = Duration.ofDays(10_000);

  /**
   * The number of newest entries in which an end is searched. Fewer ends happen between two hosts,
   * because a project that fails so often is not restarted any more.
   */
  private static final int LOOK_BACK = 200;

  private final AwaitedService<AuditLog> audit;
  private final InstantSource clock;
  private final AtomicLong dropped = new AtomicLong();
  private final WatchedPool writer =
      Threads.pool("supervisor-audit", 1, KEPT, (task, pool) -> dropped());

  /** The error of the last try to write; "" if it succeeded. Used by the writer's thread only. */
  private String failure = "";

  private volatile boolean closed;

  public Journal(AwaitedService<AuditLog> audit) {
    this(audit, InstantSource.system());
  }

  Journal(AwaitedService<AuditLog> audit, InstantSource clock) {
    this.audit = audit;
    this.clock = clock;
  }

  /**
   * @param done called on the journal's thread once the entry is on disk
   */
  void append(AuditDraft draft, Runnable done) {
    Instant at = clock.instant();
    writer.execute(() -> write(draft, at, now -> false, done));
  }

  /**
   * Appends the end of an incarnation, unless an earlier supervisor has written it already and died
   * before it could note that.
   */
  void appendOnce(AuditDraft draft, PendingAudit pending, Runnable done) {
    Instant at = clock.instant();
    writer.execute(() -> write(draft, at, now -> has(now, draft, pending), done));
  }

  private static boolean has(AuditLog audit, AuditDraft draft, PendingAudit pending) {
    return audit
        .entries(LOOK_BACK, Long.MAX_VALUE, draft.channelId(), draft.action())
        .entries()
        .stream()
        .anyMatch(
            entry ->
                entry.detail().startsWith(pending.whose())
                    && !entry.ts().isBefore(pending.since()));
  }

  private void write(AuditDraft draft, Instant at, Predicate<AuditLog> there, Runnable done) {
    try {
      while (!closed) {
        if (written(audit.await(FOREVER), timed(draft, at), there)) {
          done.run();
          return;
        }
        Thread.sleep(RETRY_MS);
      }
    } catch (InterruptedException | ServiceAwayException e) {
      Thread.currentThread().interrupt();
    }
    LOG.warn(
        "audit entry not written at close action={} channelId={} next={}",
        draft.action(),
        draft.channelId(),
        draft.action().equals("project.exit") ? "the next host writes it" : "it is lost");
  }

  /** Returns an entry that holds its time, if that was a while ago. */
  AuditDraft timed(AuditDraft draft, Instant at) {
    if (Duration.between(at, clock.instant()).compareTo(LATE) <= 0) {
      return draft;
    }
    String said =
        draft.detail() + (draft.detail().isEmpty() ? "" : ", ") + "recorded late, was at ";
    return new AuditDraft(
        draft.action(),
        draft.channelId(),
        draft.actor(),
        draft.outcome(),
        said + at.truncatedTo(ChronoUnit.MILLIS));
  }

  private boolean written(AuditLog audit, AuditDraft draft, Predicate<AuditLog> there) {
    try {
      if (!there.test(audit)) {
        audit.append(draft);
      }
      failure = "";
      return true;
    } catch (StoreException | IllegalStateException | OutOfMemoryError e) {
      String now = String.valueOf(e.getMessage());
      if (!now.equals(failure)) {
        LOG.warn("audit entries are not written, trying again error={}", now);
      }
      failure = now;
      return false;
    }
  }

  private void dropped() {
    if (!closed) {
      LOG.error(
          "audit entries dropped, the store is away for too long count={}",
          dropped.incrementAndGet());
    }
  }

  /** Waits at most one second, and logs the entries that could not be written. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(1, TimeUnit.SECONDS)) {
        closed = true;
        writer.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closed = true;
  }
}
