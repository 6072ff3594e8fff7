package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import innkeeper.api.thread.WatchedThread;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.BackupState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue that passes each verified backup to BACKUP_HOOK, one at a time, on its own thread. A
 * slow or failing command does not delay or damage a backup.
 */
final class HookQueue implements Runnable, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HookQueue.class);
  private static final int MOST_WAITING = 100;

  /** The archive of the whole host that the hook gets with a backup, if BACKUP_ARCHIVE is on. */
  private static final String ARCHIVE = "host.zip";

  /** The longest wait for the store, which makes the archive. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Settings settings;
  private final BackupDirectory backupDirectory;
  private final Hook hook;
  private final BackupState backupState;
  private final AuditWriter record;
  private final AwaitedService<Snapshots> store;
  private final BlockingQueue<BackupManifest> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final Thread thread = new WatchedThread("backup-hook", this);
  private volatile String error = "";
  private volatile boolean closed;

  HookQueue(
      Settings settings,
      BackupDirectory backupDirectory,
      Hook hook,
      BackupState backupState,
      AuditWriter record,
      AwaitedService<Snapshots> store) {
    this.settings = settings;
    this.backupDirectory = backupDirectory;
    this.hook = hook;
    this.backupState = backupState;
    this.record = record;
    this.store = store;
  }

  /** Adds a backup to the queue; does nothing if no command is set. */
  synchronized void offer(BackupManifest backup) {
    if (closed || settings.get("BACKUP_HOOK").isBlank()) {
      return;
    }
    if (!waiting.offer(backup)) {
      LOG.warn("backup hook too slow, not called name={}", backup.name());
    }
    try {
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      }
    } catch (OutOfMemoryError none) {
      LOG.warn("backup hook waits for a thread name={} why={}", backup.name(), none.toString());
    }
  }

  /**
   * Returns the error of the last call; "" if it succeeded, if there was no call, or if no command
   * is set.
   */
  String error() {
    return settings.get("BACKUP_HOOK").isBlank() ? "" : error;
  }

  @Override
  public void run() {
    try {
      while (!closed) {
        BackupManifest next = waiting.take();
        boolean given = false;
        try {
          give(next);
          given = true;
        } finally {
          if (!given) {
            // The backup is queued again; otherwise the hook would get it only after the next
            // start.
            waiting.offer(next);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void give(BackupManifest backup) throws InterruptedException {
    String command = settings.get("BACKUP_HOOK");
    String name = backup.name();
    if (command.isBlank()) {
      return;
    }
    Hook.Outcome outcome = outcome(command, name);
    if (closed) {
      return; // The next start passes this backup to the hook again.
    }
    String output = String.join(" | ", outcome.output().lines().toList());
    error = outcome.error().isEmpty() ? "" : name + ": " + outcome.error();
    if (outcome.error().isEmpty()) {
      backupState.update(state -> state.handedOver(backup.seq()));
      LOG.info("backup handed over name={} output={}", name, output);
    } else {
      LOG.warn("backup hook failed name={} why={} output={}", name, outcome.error(), output);
      record.write(
          "backup.hook", Actor.of(Actor.Via.BACKUP), "failed", name + " " + outcome.error());
    }
  }

  private Hook.Outcome outcome(String command, String name) throws InterruptedException {
    Optional<Path> packed;
    try {
      packed = archive(backupDirectory.file(name));
    } catch (StoreException | ServiceAwayException e) {
      return new Hook.Outcome(e.getMessage(), "");
    }
    Duration limit = Duration.ofSeconds(settings.number("BACKUP_HOOK_SECONDS"));
    Hook.Copies copies =
        new Hook.Copies(backupDirectory.file(name), backupDirectory.manifestFile(name), packed);
    Hook.Outcome outcome = hook.run(command, limit, copies);
    return outcome.error().isEmpty()
        ? outcome
        : new Hook.Outcome("the command " + outcome.error(), outcome.output());
  }

  /**
   * Replaces the archive of the previous backup; empty if BACKUP_ARCHIVE is off.
   *
   * @throws StoreException if the archive could not be made
   */
  private Optional<Path> archive(Path backup) {
    String wanted = settings.get("BACKUP_ARCHIVE");
    if (wanted.equals("off")) {
      return Optional.empty();
    }
    Path target = backup.resolveSibling(ARCHIVE);
    store.await(PATIENCE).archive(backup, target, wanted.equals("with-env-files"));
    return Optional.of(target);
  }

  @Override
  public synchronized void close() {
    closed = true;
    hook.close();
    thread.interrupt();
  }
}
