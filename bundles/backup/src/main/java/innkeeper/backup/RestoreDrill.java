package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.HumanText;
import innkeeper.common.file.Durable;
import innkeeper.common.text.Amounts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The restore drill: it restores a backup into a separate directory with the same code as a real
 * restore.
 */
final class RestoreDrill {

  /** The prefix of a reason that is not a fault of the backup. */
  static final String NOT_TRIED = "not tried, ";

  private final BackupDirectory backupDirectory;
  private final Path scratch;

  /**
   * @param scratch a directory for this class only; created and deleted by each drill
   */
  RestoreDrill(BackupDirectory backupDirectory, Path scratch) {
    this.backupDirectory = backupDirectory;
    this.scratch = scratch;
  }

  /**
   * @return "" if the backup can be restored, else the reason
   */
  String of(BackupManifest backup, Snapshots snapshots) {
    try {
      clean();
      Durable.subdirectory(scratch);
      checkSpace(backup.facts().bytes());
      snapshots.rehearse(backupDirectory.file(backup.name()), backup.facts(), scratch);
      return "";
    } catch (IOException | RuntimeException e) {
      return HumanText.why(e);
    } finally {
      cleanQuietly();
    }
  }

  /** Deletes the files that an interrupted drill has left. */
  void clean() throws IOException {
    Durable.removeTree(scratch);
  }

  private void cleanQuietly() {
    try {
      clean();
    } catch (IOException e) {
      org.slf4j.LoggerFactory.getLogger(RestoreDrill.class)
          .warn("rehearsal's scratch not deleted directory={} why={}", scratch, HumanText.why(e));
    }
  }

  private void checkSpace(long bytes) throws IOException {
    File directory = scratch.toFile();
    long needed = Pipeline.needed(bytes, directory.getTotalSpace());
    if (directory.getUsableSpace() < needed) {
      throw new IOException(
          NOT_TRIED + Amounts.bytes(needed) + " are needed on the disk of " + scratch);
    }
  }
}
