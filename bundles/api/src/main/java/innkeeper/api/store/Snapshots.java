package innkeeper.api.store;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Copies of bot.db, made and checked by the store bundle, the only one that uses SQLite. Writers
 * are not blocked. For the backup bundle: others make backups through {@link
 * innkeeper.api.backup.Backups}. Safe for many threads; one snapshot at a time, a second caller
 * waits. No method returns null.
 */
@ProviderType
public interface Snapshots {

  /**
   * Writes a consistent copy into a new file, checks its content against the live database, stamps
   * it as a backup (application_id) and forces it to disk.
   *
   * @param target absolute path of a file that does not exist
   * @param progress called with 0.0–1.0 now and then, on any thread
   * @return what is in the copy
   * @throws StoreException if anything failed; the target and its side files are gone then
   */
  SnapshotFacts write(Path target, DoubleConsumer progress);

  /**
   * Checks whether a file is a complete, stamped backup, without changing it or its directory.
   *
   * @return what is in it
   * @throws StoreException if it is not; the message says what is wrong
   */
  SnapshotFacts inspect(Path file);

  /**
   * Restores a copy of the backup in a scratch directory through the real start-up code: guard,
   * open, migration, integrity check, foreign keys, row counts as in {@code expected}.
   *
   * @param expected what the file is said to hold
   * @param scratch an existing directory for the copy
   * @throws StoreException if a step failed, which the message names
   */
  void rehearse(Path backup, SnapshotFacts expected, Path scratch);

  /**
   * Compares a backup with bot.db as it is, while the host runs. Changes nothing. The file's
   * content is not verified again; the time grows with the number of rows.
   *
   * @param backup a file that {@link #inspect} found whole
   * @return what a restore would change
   * @throws StoreException if one of the two could not be read
   */
  default RestorePreview preview(Path backup) {
    throw new StoreException(
        backup + " was not compared with bot.db: this store bundle is older than that");
  }

  /**
   * Packs the host into one file, as {@code innkeeper archive} does, with a backup as its database:
   * settings, bundles, and when scheduled jobs ran last. bot.db is not looked at.
   *
   * @param backup a file that {@link #inspect} found whole, its manifest beside it
   * @param target absolute path; gets mode 0600, and replaces a file of that name in one step
   * @param environmentFiles whether the files that definitions take variables and secrets from go
   *     along
   * @throws StoreException if it was not made; an earlier file at {@code target} is untouched
   */
  default void archive(Path backup, Path target, boolean environmentFiles) {
    throw new StoreException(
        target + " was not made: this store bundle is older than archives of a backup");
  }

  /**
   * About how large a snapshot would be now.
   *
   * @return bytes
   * @throws StoreException if bot.db could not be read
   */
  long estimatedBytes();

  /**
   * A number that grows with each committed write since the host started. Two equal numbers mean
   * that nothing was written between.
   *
   * @return from 0
   */
  long revision();

  /**
   * What is in a snapshot.
   *
   * @param bytes the file's size
   * @param sha256 lower-case hex over the whole stamped file
   * @param schemaVersion SQLite's {@code user_version}
   * @param rows number of rows, by table
   * @param lastAuditSeq the highest audit number, 0 for none
   */
  record SnapshotFacts(
      long bytes, String sha256, int schemaVersion, Map<String, Long> rows, long lastAuditSeq) {

    /** Sorts the tables by name. */
    public SnapshotFacts {
      rows = Collections.unmodifiableMap(new TreeMap<>(rows));
    }
  }
}
