package innkeeper.backup.file;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.common.backup.BackupName;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The directory of backups, which is the only source of truth about them. A backup is a file with a
 * backup name and a matching manifest. A file without a manifest is reported, but not counted and
 * not changed. Files with other names are ignored. Thread-safe.
 */
public final class BackupDirectory {

  private final Path directory;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Map<String, String> rotten = new ConcurrentHashMap<>();

  public BackupDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * The content of the directory.
   *
   * @param verified the verified backups in order of their sequence, oldest first
   * @param invalid the files with a backup name that do not count, with the reason, by name
   */
  public record Contents(List<BackupManifest> verified, Map<String, String> invalid) {

    public Optional<BackupManifest> newest() {
      return verified.isEmpty() ? Optional.empty() : Optional.of(verified.get(verified.size() - 1));
    }
  }

  private record Known(FileTime manifestTime, long manifestBytes, BackupManifest manifest) {}

  public Path directory() {
    return directory;
  }

  public Path file(String name) {
    return directory.resolve(name);
  }

  public Path manifestFile(String name) {
    return directory.resolve(BackupName.manifest(name));
  }

  public Contents contents() throws IOException {
    List<BackupManifest> verified = new ArrayList<>();
    Map<String, String> invalid = new TreeMap<>();
    for (String name : names()) {
      if (BackupName.isOurs(name)) {
        try {
          verified.add(verified(name));
        } catch (NoSuchFileException missing) {
          if (Files.exists(file(name), LinkOption.NOFOLLOW_LINKS)) {
            invalid.put(name, "has no manifest");
          }
        } catch (IOException | IllegalArgumentException e) {
          invalid.put(name, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
      }
    }
    verified.sort(
        Comparator.comparingLong(BackupManifest::seq).thenComparing(BackupManifest::name));
    return new Contents(List.copyOf(verified), invalid);
  }

  /**
   * Returns the same as {@link #contents}.
   *
   * @throws BackupException if the directory cannot be read
   */
  public Contents listed() {
    try {
      return contents();
    } catch (IOException e) {
      throw new BackupException("backups could not be listed: " + HumanText.why(e), e);
    }
  }

  /** Returns the manifest of a backup that counts. */
  private BackupManifest verified(String name) throws IOException {
    BasicFileAttributes file = attributes(file(name));
    BasicFileAttributes beside = attributes(manifestFile(name));
    Known seen = known.get(name);
    if (seen == null
        || !seen.manifestTime().equals(beside.lastModifiedTime())
        || seen.manifestBytes() != beside.size()) {
      BackupManifest read = BackupManifest.fromMap(Json.read(manifestFile(name)));
      seen = new Known(beside.lastModifiedTime(), beside.size(), read);
      known.put(name, seen);
    }
    BackupManifest manifest = seen.manifest();
    if (rotten.containsKey(name)) {
      throw new IOException(rotten.get(name));
    }
    if (!manifest.name().equals(name)) {
      throw new IOException("its manifest is that of " + manifest.name());
    }
    if (!file.isRegularFile()) {
      throw new IOException("it is not a regular file");
    }
    if (file.size() != manifest.facts().bytes()) {
      throw new IOException(
          "it has " + file.size() + " bytes, its manifest says " + manifest.facts().bytes());
    }
    return manifest;
  }

  /** Marks a backup as damaged after a check of its content; it no longer counts. */
  public void rotten(String name, String why) {
    rotten.put(name, why);
  }

  /** A name that no file has, and a sequence that no backup has had. */
  public record Place(String name, long seq) {}

  public Place next(Instant now) throws IOException {
    long highest = contents().verified().stream().mapToLong(BackupManifest::seq).max().orElse(0);
    String name = BackupName.unused(directory, now);
    return new Place(name, BackupName.nextNumber(directory, name, highest));
  }

  public void writeManifest(BackupManifest manifest) throws IOException {
    Path temporary = directory.resolve(BackupName.manifest(BackupName.temporary(manifest.name())));
    Durable.write(manifestFile(manifest.name()), temporary, Json.bytes(manifest.toMap()));
  }

  /**
   * Deletes a backup. The first step renames it atomically; after a crash the temporary name
   * identifies the remains.
   */
  public void delete(String name) throws IOException {
    Path temporary = temporary(name);
    Files.move(file(name), temporary, StandardCopyOption.ATOMIC_MOVE);
    Files.deleteIfExists(manifestFile(name));
    Files.deleteIfExists(temporary);
    known.remove(name);
    rotten.remove(name);
  }

  public Path temporary(String name) {
    return directory.resolve(BackupName.temporary(name));
  }

  /**
   * Deletes the files that an interrupted backup or an interrupted deletion has left. A manifest
   * whose backup was moved elsewhere is kept, because a restore from there needs it as proof.
   *
   * @return the names of the deleted files
   */
  public List<String> clean() throws IOException {
    List<String> gone = new ArrayList<>();
    List<String> left = names();
    // Manifests are deleted first. After a crash in between, their temporary files still identify
    // the remains.
    left.sort(Comparator.comparing(BackupName::isTemporary));
    for (String name : left) {
      boolean orphan =
          BackupName.ofManifest(name)
              .filter(b -> Files.notExists(file(b), LinkOption.NOFOLLOW_LINKS))
              .filter(b -> left.contains(BackupName.temporary(b)))
              .isPresent();
      if ((orphan || BackupName.isTemporary(name))
          && Files.isRegularFile(directory.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(directory.resolve(name));
        gone.add(name);
      }
    }
    return gone;
  }

  private List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    } catch (NoSuchFileException none) {
      return names;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
