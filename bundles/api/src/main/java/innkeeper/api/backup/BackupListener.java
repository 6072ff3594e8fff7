package innkeeper.api.backup;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: called as a backup advances, on the backup's own thread. Return at once: the
 * backup waits. What a listener throws is logged, and the backup goes on.
 */
@ConsumerType
public interface BackupListener {

  /**
   * Called at each phase, and as the copy grows.
   *
   * @param phase {@code started}, {@code copying}, {@code verifying}, {@code published}, {@code
   *     pruned}, {@code failed}
   * @param percent 0–100
   * @param detail the backup's kind at {@code started}, what failed at {@code failed}, else its
   *     name
   */
  void progress(String phase, int percent, String detail);
}
