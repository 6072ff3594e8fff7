package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.HumanText;
import innkeeper.common.backup.BackupName;
import innkeeper.common.file.Durable;
import innkeeper.common.text.Amounts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of one backup: space check, snapshot, manifest, publication. The name of the backup
 * appears atomically. At that time the file is verified and on disk, and its manifest exists. After
 * a failure, only the files of this backup are deleted.
 */
final class Pipeline {

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  private final BackupDirectory backupDirectory;
  private final Clock clock;
  private final String hostVersion;
  private final BooleanSupplier cancelled;
  private final Consumer<String> steps;

  /**
   * @param cancelled returns whether to stop before publication
   * @param steps receives the name of each step before the step is done
   */
  Pipeline(
      BackupDirectory backupDirectory,
      Clock clock,
      String hostVersion,
      BooleanSupplier cancelled,
      Consumer<String> steps) {
    this.backupDirectory = backupDirectory;
    this.clock = clock;
    this.hostVersion = hostVersion;
    this.cancelled = cancelled;
    this.steps = steps;
  }

  /**
   * @throws BackupException if a step failed; the message names the step
   */
  BackupManifest make(String kind, Snapshots snapshots, Progress progress) {
    String step = "space check";
    Path temporary = null;
    Path manifestFile = null;
    try {
      steps.accept(step);
      Durable.subdirectory(backupDirectory.directory());
      checkSpace(snapshots.estimatedBytes());
      BackupDirectory.Place place = backupDirectory.next(clock.instant());
      temporary = backupDirectory.temporary(place.name());

      step = "snapshot";
      steps.accept(step);
      SnapshotFacts facts = snapshots.write(temporary, progress.copying(place.name()));
      ownerOnly(temporary);
      if (cancelled.getAsBoolean()) {
        throw new IOException(
            "given up, the host is stopping or this part of it is being replaced");
      }

      step = "manifest";
      steps.accept(step);
      BackupManifest manifest =
          new BackupManifest(
              place.name(),
              place.seq(),
              BackupName.at(place.name()).orElseThrow(),
              kind,
              facts,
              clock.instant().truncatedTo(ChronoUnit.MILLIS),
              false,
              hostVersion);
      manifestFile = backupDirectory.manifestFile(place.name());
      backupDirectory.writeManifest(manifest);

      step = "publication";
      steps.accept(step);
      Durable.publish(temporary, backupDirectory.file(place.name()));
      steps.accept("directory");
      Durable.force(backupDirectory.directory());
      return manifest;
    } catch (IOException | RuntimeException e) {
      BackupException failure =
          new BackupException("backup failed at " + step + ": " + HumanText.why(e), e);
      takeAway(temporary, manifestFile, failure);
      throw failure;
    }
  }

  /**
   * Restricts the mode of the file. Some file systems have no modes; the backup is made there all
   * the same.
   */
  private static void ownerOnly(Path temporary) {
    try {
      Durable.restrict(temporary, "rw-------");
    } catch (IOException e) {
      LOG.warn("backup's mode not set file={} why={}", temporary.getFileName(), HumanText.why(e));
    }
  }

  /**
   * Deletes the files of a failed backup. A published backup is kept, even if the last step failed.
   */
  private void takeAway(Path temporary, Path manifestFile, BackupException failure) {
    if (temporary == null) {
      return;
    }
    try {
      for (String side : List.of("", "-journal", "-wal", "-shm")) {
        Files.deleteIfExists(temporary.resolveSibling(temporary.getFileName() + side));
      }
      if (manifestFile != null) {
        String name = BackupName.ofManifest(manifestFile.getFileName().toString()).orElseThrow();
        if (Files.notExists(backupDirectory.file(name))) {
          Files.deleteIfExists(manifestFile);
        }
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void checkSpace(long estimated) throws IOException {
    File directory = backupDirectory.directory().toFile();
    long needed = needed(estimated, directory.getTotalSpace());
    long usable = directory.getUsableSpace();
    if (usable < needed) {
      throw new IOException(
          Amounts.bytes(needed)
              + " are needed on the disk of "
              + directory
              + ", "
              + Amounts.bytes(usable)
              + " are free; free some, no older backup is given up for it");
    }
  }

  /**
   * Returns the free space that a backup needs: the copy plus a tenth, and a reserve for the rest
   * of the host.
   */
  static long needed(long estimated, long diskBytes) {
    long reserve = Math.min(Math.max(256L << 20, diskBytes / 50), diskBytes / 10);
    return estimated + estimated / 10 + reserve;
  }
}
