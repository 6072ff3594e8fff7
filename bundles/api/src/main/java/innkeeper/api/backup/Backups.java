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
 * Backups of bot.db under DATA_DIR/backups. Provided by the backup bundle; the service is away
 * while that bundle is replaced. Safe for many threads. No method returns null; each throws {@link
 * BackupException} if the directory cannot be listed.
 */
@ProviderType
public interface Backups {

  /**
   * All verified backups on disk.
   *
   * @return oldest first
   */
  List<BackupManifest> list();

  /**
   * The file of a backup, verified or not.
   *
   * @param name the backup's file name
   * @return its path; empty if there is none
   */
  Optional<Path> file(String name);

  /**
   * Makes a backup now: snapshot, verification, publication, audit entry, pruning, hook.
   *
   * @param kind a lower-case word such as {@code demand}
   * @return completes with the published manifest, or exceptionally with a {@link BackupException}
   *     that says at which step it failed
   * @throws BusyException while another is being made
   * @throws BackupException if the host is stopping, or the system gives no thread
   * @throws IllegalArgumentException if {@code kind} is no such word
   */
  CompletableFuture<BackupManifest> backup(String kind, Actor actor);

  /**
   * Deletes the backups that the settings BACKUP_KEEP* do not keep.
   *
   * @param dryRun whether to only say what would be deleted
   * @return a verdict for each backup, by name
   */
  Map<String, Verdict> prune(boolean dryRun, Actor actor);

  /**
   * Keeps a backup from pruning, or no longer.
   *
   * @param name the backup's file name
   * @param pinned whether it is kept
   * @return its manifest after the change
   * @throws BackupException if no verified backup has that name, or its manifest cannot be written
   */
  BackupManifest pin(String name, boolean pinned, Actor actor);

  /** Whether backups are made, and how many there are. */
  Status status();

  /**
   * What a restore of a backup would change, while the host runs. Asked again before anything in
   * bot.db changed, it costs nothing.
   *
   * @param name the backup's file name
   * @return as {@code innkeeper restore NAME --dry-run} tells it
   * @throws BackupException if no verified backup has that name, or it could not be compared
   */
  default RestorePreview preview(String name) {
    throw new BackupException(
        name + " was not compared with bot.db: this backup bundle is older than that", null);
  }

  /**
   * When pruning will delete which backup, if backups are made on schedule and the settings stay.
   *
   * @return one for each verified backup, oldest first
   */
  default List<Departure> forecast() {
    return List.of();
  }

  /**
   * When pruning deletes a backup.
   *
   * @param name the backup's file name
   * @param at when; empty if it is pinned, or stays for longer than {@link #FORECAST_BACKUPS} more
   *     backups
   * @param keptBy why it is kept now, one line for people
   */
  @JsonForm(name = "BackupDeparture")
  record Departure(
      String name,
      @JsonForm("When it is deleted; null if it stays, or nobody knows.") Optional<Instant> at,
      @JsonForm("Why it is kept now.") String keptBy) {}

  /** How far {@link #forecast} looks ahead, in backups. */
  int FORECAST_BACKUPS = 5000;

  /**
   * Whether pruning keeps a backup.
   *
   * @param keep whether it stays
   * @param reason why, one line for people
   */
  record Verdict(boolean keep, String reason) {}

  /**
   * Whether backups are made, and how many there are.
   *
   * @param running whether one is being made now
   * @param progress 0.0–1.0 of the one being made; 0 if none is
   * @param lastSuccessAt when the newest verified backup was made; empty if there is none
   * @param lastError why the last attempt failed; "" if it did not
   * @param nextDueAt when the next is made; empty if backups are made on demand only
   * @param verifiedCount how many verified backups are on disk
   * @param totalBytes size of those together
   * @param lastRehearsalAt when a backup was last restored as a test; empty if never
   * @param lastRehearsalError why that failed; "" if it did not
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

  /** A backup failed; the message says at which step and why. Older backups are untouched. */
  class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one. */
    public BackupException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A backup is being made already. */
  class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one. */
    public BusyException(String message) {
      super(message);
    }
  }
}
