package innkeeper.store.snapshot;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.common.backup.BackupName;
import innkeeper.common.file.Durable;
import innkeeper.store.file.Json;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.guard.Layout;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * The backups that the store makes itself, for example before a schema migration and before a
 * restore. A backup appears under its name complete and verified, or not at all. It never replaces
 * an existing file.
 */
public final class Publication {

  private final Path directory;
  private final Clock clock;
  private final String hostVersion;

  public Publication(Layout layout, Clock clock, String hostVersion) {
    this.directory = layout.backups();
    this.clock = clock;
    this.hostVersion = hostVersion;
  }

  /** The code that makes the copy, for example {@link SnapshotWriter#write}. */
  @FunctionalInterface
  public interface Copy {
    SnapshotFacts write(Path target, DoubleConsumer progress);
  }

  /**
   * @throws StoreException if the backup could not be made; no file of it remains
   */
  public BackupManifest publish(Copy copy, String kind) {
    try {
      Durable.directory(directory);
      Instant now = clock.instant();
      Path temporary = directory.resolve(".tmp-" + kind + "-" + BackupName.of(now));
      Files.deleteIfExists(temporary);
      for (String suffix : Layout.SIDECARS) {
        Files.deleteIfExists(Layout.sidecar(temporary, suffix));
      }
      SnapshotFacts facts = copy.write(temporary, done -> {});
      try {
        return name(temporary, facts, kind, now);
      } finally {
        Files.deleteIfExists(temporary);
        Durable.force(directory);
      }
    } catch (IOException e) {
      throw new StoreException("backup (" + kind + ") could not be published: " + e, e);
    }
  }

  private BackupManifest name(Path temporary, SnapshotFacts facts, String kind, Instant now)
      throws IOException {
    List<BackupManifest> known = new KnownBackups(directory).manifests();
    long highest = known.stream().mapToLong(BackupManifest::seq).max().orElse(0);
    String name = BackupName.unused(directory, now);
    long seq = BackupName.nextNumber(directory, name, highest);
    for (; ; name = BackupName.unused(directory, now)) {
      Path beside = directory.resolve(BackupName.manifest(name));
      Instant at = BackupName.at(name).orElseThrow();
      BackupManifest manifest =
          new BackupManifest(name, seq, at, kind, facts, now, false, hostVersion);
      Durable.write(beside, Json.bytes(manifest.toMap()));
      try {
        Durable.publish(temporary, directory.resolve(name));
        return manifest;
      } catch (FileAlreadyExistsException e) {
        // Another program has used the name in the meantime, so the next one is tried.
        Files.deleteIfExists(beside);
      } catch (IOException e) {
        Files.deleteIfExists(beside);
        throw e;
      }
    }
  }
}
