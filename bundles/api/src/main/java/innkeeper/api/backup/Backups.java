package innkeeper.api.backup;

import innkeeper.api.audit.Actor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/** Backups of bot.db under DATA_DIR/backups. Safe for many threads. */
@ProviderType
public interface Backups {

  /** All verified ones on disk, oldest first. */
  List<BackupManifest> list();

  /** Where one lies, verified or not. */
  Optional<Path> file(String name);

  /**
   * Makes one now: snapshot, verification, publication, pruning, hook, audit entry.
   *
   * @return completes with the published manifest, or exceptionally with a {@link BackupException}
   *     that says at which step it failed
   * @throws BusyException while one runs
   */
  CompletableFuture<BackupManifest> backup(String kind, Actor actor);

  /**
   * Prunes by the settings.
   *
   * @param dryRun only say what would go
   * @return one line per backup: its name and why it stays or goes
   */
  Map<String, Verdict> prune(boolean dryRun, Actor actor);

  /**
   * Keeps a backup from pruning, or no longer.
   *
   * @throws BackupException if there is none of that name
   */
  BackupManifest pin(String name, boolean pinned, Actor actor);

  Status status();

  /** Why a backup stays or goes. */
  record Verdict(boolean keep, String reason) {}

  /**
   * How things stand.
   *
   * @param running whether one is being made now
   * @param progress 0.0–1.0 of the one being made
   * @param lastSuccessAt the newest verified file's time; empty for none
   * @param lastError the last attempt's failure; "" if it went well
   * @param nextDueAt empty when only on demand
   * @param verifiedCount files on disk whose content was checked
   * @param totalBytes of those
   * @param lastRehearsalAt empty if never
   * @param lastRehearsalError "" if it went well
   */
  record Status(
      boolean running,
      double progress,
      Optional<Instant> lastSuccessAt,
      String lastError,
      Optional<Instant> nextDueAt,
      int verifiedCount,
      long totalBytes,
      Optional<Instant> lastRehearsalAt,
      String lastRehearsalError) {}

  /** A backup failed; the message says at which step and why. Older backups are untouched. */
  class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BackupException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** One is being made already. */
  class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BusyException(String message) {
      super(message);
    }
  }
}
