package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots;
import innkeeper.api.text.Amounts;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.Durable;
import innkeeper.backup.file.HumanText;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Restores the newest backup where it harms nobody, through the code a real restore runs. */
final class RestoreDrill {

  /** How the reason begins when the backup is not to blame. */
  static final String NOT_TRIED = "not tried, ";

  private final BackupDirectory backupDirectory;
  private final Path scratch;

  /**
   * @param scratch a directory of ours alone; made and taken away each time
   */
  RestoreDrill(BackupDirectory backupDirectory, Path scratch) {
    this.backupDirectory = backupDirectory;
    this.scratch = scratch;
  }

  /**
   * @return "" if the backup can be restored, else why not
   */
  String of(BackupManifest backup, Snapshots snapshots) {
    try {
      clean();
      Durable.directory(scratch);
      checkSpace(backup.facts().bytes());
      snapshots.rehearse(backupDirectory.file(backup.name()), backup.facts(), scratch);
      return "";
    } catch (IOException | RuntimeException e) {
      return HumanText.why(e);
    } finally {
      cleanQuietly();
    }
  }

  /** Takes away what a rehearsal that was cut short left. */
  void clean() throws IOException {
    if (!Files.isDirectory(scratch, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(scratch)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
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
