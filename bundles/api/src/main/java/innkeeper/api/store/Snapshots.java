package innkeeper.api.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Copies of bot.db, made and proven by the one room that knows SQLite. Writers are not blocked.
 * Safe for many threads; one snapshot at a time, a second caller waits.
 */
@ProviderType
public interface Snapshots {

  /**
   * Writes a consistent copy into a new file, checks its content against the live database, stamps
   * it as a backup (application_id) and forces it to disk.
   *
   * @param target absolute path of a file that does not exist
   * @param progress told 0.0–1.0 now and then, on any thread
   * @return what is in the copy
   * @throws StoreException if anything failed; the target and its side files are gone then
   */
  SnapshotFacts write(Path target, DoubleConsumer progress);

  /**
   * Looks whether a file is a whole, stamped backup, without changing it or its surroundings.
   *
   * @throws StoreException that says what is wrong with it
   */
  SnapshotFacts inspect(Path file);

  /**
   * Restores a copy of the backup in a scratch directory through the real start-up code: guard,
   * open, migrate, integrity and foreign keys, counts against {@code expected}.
   *
   * @throws StoreException that says which step failed
   */
  void rehearse(Path backup, SnapshotFacts expected, Path scratch);

  /** Bytes a snapshot taken now would take, about. */
  long estimatedBytes();

  /** Grows with each committed write since the host started. */
  long revision();

  /**
   * What is in a snapshot.
   *
   * @param bytes its size
   * @param sha256 lower-case hex over the whole file as stamped
   * @param schemaVersion {@code user_version}
   * @param rows rows per table
   * @param lastAuditSeq the highest audit number, 0 for none
   */
  record SnapshotFacts(
      long bytes, String sha256, int schemaVersion, Map<String, Long> rows, long lastAuditSeq) {}
}
