package innkeeper.store.snapshot;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.file.Json;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.guard.Layout;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.DoubleConsumer;

/**
 * The backups that the store makes itself, for example before a schema migration and before a
 * restore. A backup appears under its name complete and verified, or not at all. It never replaces
 * an existing file.
 */
public final class Publication {

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'bot-'uuuu-MM-dd'T'HH-mm-ss-SSS'Z.db'").withZone(ZoneOffset.UTC);

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
      Path temporary = directory.resolve(".tmp-" + kind + "-" + NAME.format(now));
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
    long seq =
        new KnownBackups(directory)
                .manifests().stream().mapToLong(BackupManifest::seq).max().orElse(0)
            + 1;
    for (Instant at = now; ; at = at.plusMillis(1)) {
      Path target = directory.resolve(NAME.format(at));
      Path beside = directory.resolve(target.getFileName() + ".json");
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
          || Files.exists(beside, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      BackupManifest manifest =
          new BackupManifest(
              target.getFileName().toString(), seq, at, kind, facts, now, false, hostVersion);
      Durable.write(beside, Json.bytes(manifest.toMap()));
      try {
        link(temporary, target);
        Durable.force(directory);
        return manifest;
      } catch (FileAlreadyExistsException e) {
        // Another program has used the name in the meantime, so the next millisecond is tried.
        Files.deleteIfExists(beside);
      } catch (IOException e) {
        Files.deleteIfExists(beside);
        throw e;
      }
    }
  }

  private static void link(Path temporary, Path target) throws IOException {
    try {
      Files.createLink(target, temporary);
    } catch (UnsupportedOperationException e) {
      // The file system has no hard links. This move fails if the target exists.
      Files.move(temporary, target);
    }
  }
}
