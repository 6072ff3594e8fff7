package innkeeper.api.backup;

import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard service: told how a backup goes. Return at once. */
@ConsumerType
public interface BackupListener {

  /**
   * @param phase {@code started}, {@code copying}, {@code verifying}, {@code published}, {@code
   *     pruned}, {@code failed}
   * @param percent 0–100
   * @param detail the backup's name, or what failed
   */
  void progress(String phase, int percent, String detail);
}
