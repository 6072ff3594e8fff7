package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.text.Amounts;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.BackupName;
import innkeeper.backup.file.Durable;
import innkeeper.backup.file.HumanText;
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
 * Makes one backup: space, snapshot, manifest, publication. The name appears in one step, and only
 * over a file that was checked, forced to disk, and has its manifest beside it. Whatever fails,
 * only what this backup made itself is taken away again.
 */
final class Pipeline {

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  private final BackupDirectory backupDirectory;
  private final Clock clock;
  private final String hostVersion;
  private final BooleanSupplier cancelled;
  private final Consumer<String> steps;

  /**
   * @param cancelled whether to give up instead of publishing
   * @param steps told each step before it is done
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
   * @throws BackupException that says at which step it failed
   */
  BackupManifest make(String kind, Snapshots snapshots, Progress progress) {
    String step = "space check";
    Path temporary = null;
    Path manifestFile = null;
    try {
      steps.accept(step);
      Durable.directory(backupDirectory.directory());
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

  /** Some file systems know no modes; a backup there is better than none. */
  private static void ownerOnly(Path temporary) {
    try {
      Durable.ownerOnly(temporary, "rw-------");
    } catch (IOException e) {
      LOG.warn("backup's mode not set file={} why={}", temporary.getFileName(), HumanText.why(e));
    }
  }

  /** A published backup stays, even if the very last step failed. */
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

  /** The copy and a tenth, and what the rest of the host needs to live. */
  static long needed(long estimated, long diskBytes) {
    long reserve = Math.min(Math.max(256L << 20, diskBytes / 50), diskBytes / 10);
    return estimated + estimated / 10 + reserve;
  }
}
