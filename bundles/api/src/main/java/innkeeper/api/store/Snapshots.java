package innkeeper.api.store;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Copies of bot.db. The store bundle makes and checks them, because only that bundle uses SQLite.
 * Writers are not blocked. Only the backup bundle uses this service; other bundles make backups
 * through {@link innkeeper.api.backup.Backups}. Safe for many threads; one snapshot is made at a
 * time, and a second caller waits. No method returns null.
 */
@ProviderType
public interface Snapshots {

  /**
   * Writes a consistent copy into a new file, checks its content against the live database, stamps
   * it as a backup (application_id) and forces it to disk.
   *
   * @param target absolute path of a file that does not exist
   * @param progress called repeatedly with 0.0–1.0, on any thread
   * @return the content of the copy
   * @throws StoreException if a step failed; the target and its side files are then deleted
   */
  SnapshotFacts write(Path target, DoubleConsumer progress);

  /**
   * Checks whether a file is a complete, stamped backup, without a change to it or its directory.
   *
   * @return the content of the file
   * @throws StoreException if the file is not such a backup; the message names the fault
   */
  SnapshotFacts inspect(Path file);

  /**
   * Restores a copy of the backup in a scratch directory through the real start-up code: guard,
   * open, migration, integrity check, foreign keys, row counts as in {@code expected}.
   *
   * @param expected the expected content of the file
   * @param scratch an existing directory for the copy
   * @throws StoreException if a step failed, which the message names
   */
  void rehearse(Path backup, SnapshotFacts expected, Path scratch);

  /**
   * Compares a backup with the present bot.db, while the host runs. It changes nothing. The file's
   * content is not verified again; the time grows with the number of rows.
   *
   * @param backup a file that {@link #inspect} accepted
   * @return the changes that a restore would make
   * @throws StoreException if one of the two databases could not be read
   */
  default RestorePreview preview(Path backup) {
    throw new StoreException(
        backup + " was not compared with bot.db: this store bundle is older than that");
  }

  /**
   * Packs the host into one file, as {@code innkeeper archive} does, with a backup as its database.
   * The file also contains settings, bundles, and the last times of scheduled jobs. bot.db is not
   * read.
   *
   * @param backup a file that {@link #inspect} accepted, with its manifest beside it
   * @param target absolute path; gets mode 0600, and replaces a file of that name atomically
   * @param environmentFiles whether the archive includes the files from which definitions take
   *     variables and secrets
   * @throws StoreException if the archive was not made; an earlier file at {@code target} is
   *     untouched
   */
  default void archive(Path backup, Path target, boolean environmentFiles) {
    throw new StoreException(
        target + " was not made: this store bundle is older than archives of a backup");
  }

  /**
   * Returns the approximate size of a snapshot at present.
   *
   * @return bytes
   * @throws StoreException if bot.db could not be read
   */
  long estimatedBytes();

  /**
   * Returns a number that grows with each committed write since the host started. Two equal results
   * mean that no write happened between the calls.
   *
   * @return from 0
   */
  long revision();

  /**
   * The content of a snapshot.
   *
   * @param bytes the file's size
   * @param sha256 lower-case hex over the whole stamped file
   * @param schemaVersion SQLite's {@code user_version}
   * @param rows the number of rows, by table
   * @param lastAuditSeq the highest audit number; 0 if the record is empty
   */
  record SnapshotFacts(
      long bytes, String sha256, int schemaVersion, Map<String, Long> rows, long lastAuditSeq) {

    /** Sorts the tables by name. */
    public SnapshotFacts {
      rows = Collections.unmodifiableMap(new TreeMap<>(rows));
    }
  }
}
