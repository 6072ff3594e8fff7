package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.backup.Backups.BusyException;
import innkeeper.api.store.Snapshots;
import innkeeper.api.thread.WatchedThread;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.BackupState;
import innkeeper.backup.file.HumanText;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread of the backups. It cleans up once after the start, makes the scheduled
 * backups, and runs a restore drill once a day.
 */
final class BackupLoop implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(BackupLoop.class);
  private static final Actor SELF = Actor.of(Actor.Via.BACKUP);
  private static final Duration LOOK = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(1);

  /** The time between two restore drills, and the time after a failed one. */
  private static final Duration DRILL = Duration.ofHours(24);

  private static final Duration DRILL_RETRY = Duration.ofHours(1);

  private final BackupParts parts;
  private final BackupService service;
  private final Schedule schedule;
  private final Schedule drills;
  private final Reverification reverification;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread = new WatchedThread("backup-routine", this);
  private boolean tidied;
  private String future = "";
  private volatile boolean closed;

  BackupLoop(BackupParts parts, BackupService service) {
    this.parts = parts;
    this.service = service;
    this.schedule = new Schedule(parts.clock(), parts.nanos(), Duration.ofSeconds(30));
    this.reverification = new Reverification(parts);
    this.drills = new Schedule(parts.clock(), parts.nanos(), Duration.ofMinutes(1));
  }

  void start() {
    thread.start();
  }

  /** Wakes the thread to check the schedule, because a setting or the store has changed. */
  void wake() {
    wake.release();
  }

  void close(Duration wait) {
    closed = true;
    thread.interrupt();
    try {
      thread.join(wait.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    try {
      parts.backupState().state(); // This call stores the time of the first start.
      while (!closed) {
        Duration next = round();
        if (wake.tryAcquire(Math.max(1, next.toMillis()), TimeUnit.MILLISECONDS)) {
          wake.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs everything that the schedule requires now; returns the time until the next check. */
  Duration round() throws InterruptedException {
    try {
      Optional<Snapshots> snapshots = parts.source().get();
      if (snapshots.isEmpty()) {
        return SOON;
      }
      tidyOnce();
      Duration left = backUpIfDue();
      rehearseIfDue(snapshots.get());
      reverification.one(snapshots.get());
      return left.compareTo(LOOK) < 0 ? left : LOOK;
    } catch (IOException | RuntimeException e) {
      LOG.warn("backups could not be looked after, tried again why={}", HumanText.why(e));
      return LOOK;
    }
  }

  /**
   * Cleans the backup directory once, after the store has become available. Earlier, the store may
   * be making a backup before a migration, and its temporary file must stay.
   */
  private void tidyOnce() throws IOException {
    if (tidied) {
      return;
    }
    tidied = true;
    Durable.subdirectory(parts.backupDirectory().directory());
    try {
      for (String name : parts.backupDirectory().clean()) {
        LOG.info("backup left half-done, deleted name={}", name);
      }
      parts.rehearsal().clean();
      Durable.restrict(parts.backupDirectory().directory(), "rwx------");
    } catch (IOException e) {
      LOG.warn("backups not tidied, they go on nevertheless why={}", HumanText.why(e));
    }
    BackupDirectory.Contents contents = parts.backupDirectory().contents();
    contents
        .invalid()
        .forEach(
            (name, why) -> LOG.warn("not a whole backup, not counted name={} why={}", name, why));
    contents
        .newest()
        .filter(b -> b.seq() > parts.backupState().state().handedOver())
        .ifPresent(parts.hookQueue()::offer);
  }

  private Duration backUpIfDue() throws IOException, InterruptedException {
    Duration left = left();
    if (left.isZero() || left.isNegative()) {
      try {
        service.backup("scheduled", SELF).get();
        schedule.succeeded();
      } catch (ExecutionException e) {
        schedule.failed(); // The service has logged and recorded the reason.
      } catch (BusyException e) {
        return SOON; // The running backup makes this one unnecessary.
      }
      left = left();
    }
    return left;
  }

  private Duration left() throws IOException {
    Optional<BackupManifest> newest = parts.backupDirectory().contents().newest();
    newest.ifPresent(this::tellOfTheFuture);
    Optional<Duration> left =
        schedule.left(parts.settings().backupInterval(), newest.map(BackupManifest::createdAt));
    service.nextDueAt(left.map(l -> Schedule.at(parts.clock().instant(), l)));
    return left.orElse(LOOK);
  }

  private void tellOfTheFuture(BackupManifest newest) {
    if (newest.createdAt().isAfter(parts.clock().instant().plus(Duration.ofMinutes(5)))
        && !future.equals(newest.name())) {
      future = newest.name();
      LOG.warn("clock was set back, newest backup is dated in the future name={}", newest.name());
    }
  }

  private void rehearseIfDue(Snapshots snapshots) throws IOException {
    Optional<BackupManifest> newest = parts.backupDirectory().contents().newest();
    BackupState.State state = parts.backupState().state();
    Duration every = state.rehearsalError().isEmpty() ? DRILL : DRILL_RETRY;
    if (newest.isEmpty()
        || drills.left(every, state.rehearsedAt()).get().compareTo(Duration.ZERO) > 0) {
      return;
    }
    String name = newest.get().name();
    String error = parts.rehearsal().of(newest.get(), snapshots);
    if (closed || parts.source().get().filter(now -> now == snapshots).isEmpty()) {
      return; // The store was stopped during the drill, so the result is not about the backup.
    }
    parts.backupState().update(s -> s.rehearsed(parts.clock().instant(), name, error));
    if (error.isEmpty()) {
      LOG.info("restore rehearsed name={}", name);
      parts.record().write("backup.rehearse", SELF, "ok", name);
      noteVerified(name);
    } else {
      LOG.warn("restore rehearsal failed name={} why={}", name, error);
      parts.record().write("backup.rehearse", SELF, "failed", name + " " + error);
    }
  }

  private void noteVerified(String name) {
    try {
      parts.pruning().verified(name, parts.clock().instant().truncatedTo(ChronoUnit.MILLIS));
    } catch (BackupException e) {
      LOG.warn("rehearsal not noted in the manifest why={}", e.getMessage());
    }
  }
}
