package innkeeper.api.backup;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that receives the progress of a backup, on the backup's own thread. The
 * backup waits for each call, so a call must return at once. An exception of a listener is logged,
 * and the backup continues.
 */
@ConsumerType
public interface BackupListener {

  /**
   * Receives each phase, and the growth of the copy.
   *
   * @param phase {@code started}, {@code copying}, {@code verifying}, {@code published}, {@code
   *     pruned}, {@code failed}
   * @param percent 0–100
   * @param detail the backup's kind at {@code started}, the failed step at {@code failed}, else the
   *     backup's name
   */
  void progress(String phase, int percent, String detail);
}
