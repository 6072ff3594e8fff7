package innkeeper.api.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.store.RestorePreview;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Backups of bot.db under DATA_DIR/backups. The backup bundle provides it; the service is away
 * while that bundle is replaced. Safe for many threads. No method returns null. Each method throws
 * {@link BackupException} if the directory cannot be listed. The audit record names the actor of a
 * request.
 */
@ProviderType
public interface Backups {

  /** Returns all verified backups on disk, oldest first. */
  List<BackupManifest> list();

  /**
   * Returns the file of a backup, verified or not.
   *
   * @param name the backup's file name
   * @return its path; empty if no backup has that name
   */
  Optional<Path> file(String name);

  /**
   * Makes a backup now: snapshot, verification, publication, audit entry, pruning, hook.
   *
   * @param kind a lower-case word such as {@code demand}
   * @return completes with the published manifest, or exceptionally with a {@link BackupException}
   *     that names the failed step
   * @throws BusyException while another backup is being made
   * @throws BackupException if the host is stopping, or the system provides no thread
   * @throws IllegalArgumentException if {@code kind} is not such a word
   */
  CompletableFuture<BackupManifest> backup(String kind, Actor actor);

  /**
   * Deletes the backups that the settings BACKUP_KEEP* do not keep.
   *
   * @param dryRun whether only to report the backups that would be deleted
   * @return a verdict for each backup, by name
   */
  Map<String, Verdict> prune(boolean dryRun, Actor actor);

  /**
   * Protects a backup from pruning, or ends the protection.
   *
   * @param name the backup's file name
   * @param pinned whether the backup is kept
   * @return its manifest after the change
   * @throws BackupException if no verified backup has that name, or its manifest cannot be written
   */
  BackupManifest pin(String name, boolean pinned, Actor actor);

  /** Returns the state of the backups, and their number. */
  Status status();

  /**
   * Compares a backup with bot.db while the host runs, and returns what a restore would change. A
   * repeated call is cheap if bot.db has not changed since.
   *
   * @param name the backup's file name
   * @return the same facts as {@code innkeeper restore NAME --dry-run} prints
   * @throws BackupException if no verified backup has that name, or the comparison failed
   */
  default RestorePreview preview(String name) {
    throw new BackupException(
        name + " was not compared with bot.db: this backup bundle is older than that", null);
  }

  /**
   * Returns when pruning will delete each backup, if backups are made on schedule and the settings
   * do not change.
   *
   * @return one for each verified backup, oldest first
   */
  default List<Departure> forecast() {
    return List.of();
  }

  /**
   * The time at which pruning deletes a backup.
   *
   * @param name the backup's file name
   * @param at the time of deletion; empty if the backup is pinned, or stays for longer than {@link
   *     #FORECAST_BACKUPS} more backups
   * @param keptBy the reason why it is kept now, one line for people
   */
  @JsonForm(name = "BackupDeparture")
  record Departure(
      String name,
      @JsonForm("When it is deleted; null if it stays, or the time is unknown.")
          Optional<Instant> at,
      @JsonForm("Why it is kept now.") String keptBy) {}

  /** The range of {@link #forecast}, in backups. */
  int FORECAST_BACKUPS = 5000;

  /**
   * The decision of pruning about one backup.
   *
   * @param keep whether the backup is kept
   * @param reason the reason, one line for people
   */
  record Verdict(boolean keep, String reason) {}

  /**
   * The state of the backups, and their number.
   *
   * @param running whether a backup is being made now
   * @param progress 0.0–1.0 of the present backup; 0 while no backup runs
   * @param lastSuccessAt when the newest verified backup was made; empty if none exists
   * @param lastError the reason why the last attempt failed; "" if it did not fail
   * @param nextDueAt when the next backup is made; empty if backups are made on demand only
   * @param verifiedCount the number of verified backups on disk
   * @param totalBytes the total size of the verified backups
   * @param lastRehearsalAt when the last restore drill ran; empty if none ran
   * @param lastRehearsalError the reason why the last restore drill failed; "" if it did not fail
   */
  @JsonForm(name = "BackupStatus")
  record Status(
      boolean running,
      double progress,
      Optional<Instant> lastSuccessAt,
      @JsonForm(empty = Empty.NULL) String lastError,
      Optional<Instant> nextDueAt,
      int verifiedCount,
      long totalBytes,
      Optional<Instant> lastRehearsalAt,
      @JsonForm(empty = Empty.NULL) String lastRehearsalError)
      implements JsonBody {}

  /** A backup failed; the message names the step and the reason. Older backups are untouched. */
  class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BackupException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Another backup is being made. */
  class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BusyException(String message) {
      super(message);
    }
  }
}
