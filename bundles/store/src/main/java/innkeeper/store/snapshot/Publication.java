package innkeeper.store.snapshot;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.store.file.Durable;
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
 * Backups that the store makes itself: before it changes the schema and before a restore. The file
 * shows up under its name whole and proven, or not at all, and never in another's place.
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

  /** What makes a copy, {@link SnapshotWriter#write} for one. */
  @FunctionalInterface
  public interface Copy {
    SnapshotFacts write(Path target, DoubleConsumer progress);
  }

  /**
   * @throws StoreException if it could not be made; nothing is left of it then
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
        // Somebody took the name in between: the next millisecond is free or not.
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
      // Without replacing, where the file system has no links.
      Files.move(temporary, target);
    }
  }
}
