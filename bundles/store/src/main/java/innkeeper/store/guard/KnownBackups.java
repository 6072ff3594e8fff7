package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.backup.BackupName;
import innkeeper.common.file.Digest;
import innkeeper.store.file.Json;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The manifests in backups/, newest first. A manifest that cannot be read is ignored. */
public final class KnownBackups {

  private final Path directory;
  private final List<BackupManifest> manifests = new ArrayList<>();
  private boolean anyFile;

  public KnownBackups(Path directory) throws IOException {
    this.directory = directory;
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        anyFile |= BackupName.isOurs(name);
        if (name.endsWith(".json")) {
          read(file).ifPresent(manifests::add);
        }
      }
    }
    manifests.sort(Comparator.comparingLong(BackupManifest::seq).reversed());
  }

  /** Reads one manifest; returns empty if it is missing or not valid. */
  public static Optional<BackupManifest> read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(BackupManifest.fromMap(Json.read(file)));
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns all manifests, newest first. Their backup files may be missing. */
  public List<BackupManifest> manifests() {
    return List.copyOf(manifests);
  }

  /** Returns whether there is a file with the name of a backup, or any manifest. */
  public boolean any() {
    return anyFile || !manifests.isEmpty();
  }

  public Path file(BackupManifest manifest) {
    return directory.resolve(manifest.name());
  }

  /**
   * Checks the backup file of a manifest by its stamp, length and hash; returns empty if it is
   * correct.
   */
  public Optional<String> fault(BackupManifest manifest) throws IOException {
    Path file = file(manifest);
    if (!BackupName.isOurs(manifest.name()) || !Files.isRegularFile(file)) {
      return Optional.of(manifest.name() + " is not there");
    }
    Header header = Header.read(file);
    if (header.fileBytes() != manifest.facts().bytes()) {
      return Optional.of(
          "%s is %d bytes long, its manifest says %d"
              .formatted(manifest.name(), header.fileBytes(), manifest.facts().bytes()));
    }
    if (header.applicationId() != ApplicationId.BACKUP || !header.whole()) {
      return Optional.of(manifest.name() + " does not bear a whole backup's header");
    }
    return Digest.of(file).equals(manifest.facts().sha256())
        ? Optional.empty()
        : Optional.of(manifest.name() + " has another content than its manifest says");
  }

  /** Returns the newest backups whose files match their manifests, newest first. */
  public List<BackupManifest> verified(int most) throws IOException {
    List<BackupManifest> good = new ArrayList<>();
    for (BackupManifest manifest : manifests) {
      if (good.size() == most) {
        break;
      }
      if (fault(manifest).isEmpty()) {
        good.add(manifest);
      }
    }
    return good;
  }
}
