package innkeeper.store.archive;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Digest;
import innkeeper.common.file.Durable;
import innkeeper.store.archive.ArchiveManifest.Member;
import innkeeper.store.guard.Layout;
import innkeeper.store.restore.CurrentDatabase;
import innkeeper.store.restore.RestoreException;
import innkeeper.store.restore.RestoreLock;
import innkeeper.store.snapshot.Publication;
import innkeeper.store.snapshot.SnapshotWriter;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Native;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a host into one archive file. The host may be running. */
public final class ArchiveWriter {

  private final Layout layout;
  private final Clock clock;
  private final String release;
  private final String host;

  public ArchiveWriter(Layout layout, Clock clock, String release, String host) {
    this.layout = layout;
    this.clock = clock;
    this.release = release;
    this.host = host;
  }

  /**
   * The result of packing.
   *
   * @param manifest the manifest of the archive
   * @param leftOut the files that were not packed, one line each
   */
  record Packed(ArchiveManifest manifest, List<String> leftOut) {}

  /**
   * Packs the current bot.db. It is called in a process of its own, not in the host.
   *
   * @param target is created with mode 0600; appears complete or not at all
   * @param environmentFiles whether to include the files from which definitions read variables
   */
  Packed write(Path target, boolean environmentFiles, boolean replace)
      throws IOException, SQLException, RestoreException {
    if (!replace && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new RestoreException(target + " exists; name another file, or say --replace");
    }
    Durable.directory(layout.run());
    Path work = Files.createTempDirectory(layout.run(), "archive-");
    try {
      // The host's own native directory is not used, because a running host has its SQLite library
      // there.
      Native.prepare(work.resolve("native"));
      return write(database(work), target, environmentFiles, work);
    } finally {
      Durable.removeTree(work);
    }
  }

  /**
   * Packs a verified backup. It is called in the host itself.
   *
   * @param backup the backup; its manifest is beside it
   * @param target is created with mode 0600; an existing file is replaced atomically
   * @param environmentFiles whether to include the files from which definitions read variables
   */
  public void write(Path backup, Path target, boolean environmentFiles)
      throws IOException, SQLException, RestoreException {
    Durable.directory(layout.run());
    Path work = Files.createTempDirectory(layout.run(), "archive-");
    try {
      write(backup, target, environmentFiles, work);
    } finally {
      Durable.removeTree(work);
    }
  }

  private Packed write(Path database, Path target, boolean environmentFiles, Path work)
      throws IOException, SQLException, RestoreException {
    Path fresh = target.resolveSibling("." + target.getFileName() + ".tmp");
    try {
      Packed packed = gather(database, environmentFiles, work);
      Files.deleteIfExists(fresh);
      Durable.create(fresh);
      pack(fresh, packed.manifest(), database, work);
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      Durable.force(target.toAbsolutePath().getParent());
      return packed;
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** Makes a verified backup with its manifest, for this archive only. */
  private Path database(Path work) throws IOException, RestoreException {
    try (RestoreLock lock = RestoreLock.tryTake(layout).orElse(null);
        CurrentDatabase current =
            lock == null
                ? CurrentDatabase.beside(layout, work)
                : CurrentDatabase.read(layout, Migration.ALL)) {
      Path copy =
          current
              .copy()
              .orElseThrow(
                  () ->
                      new RestoreException(
                          current.fault().isEmpty()
                              ? "bot.db is missing in " + layout.dataDir()
                              : "bot.db cannot be read: " + current.fault()));
      Layout scratch = new Layout(work);
      BackupManifest made =
          new Publication(scratch, clock, release)
              .publish(new SnapshotWriter(copy)::write, "archive");
      return scratch.backups().resolve(made.name());
    }
  }

  private Packed gather(Path database, boolean environmentFiles, Path work)
      throws IOException, SQLException {
    List<String> leftOut = new ArrayList<>();
    List<Member> members = new ArrayList<>();
    String name = database.getFileName().toString();
    members.add(member("backups/" + name, database, ""));
    members.add(member("backups/" + name + ".json", beside(database), ""));
    for (Path file : HostContent.files(layout.dataDir(), leftOut)) {
      members.add(member(layout.dataDir().relativize(file).toString(), file, ""));
    }
    Optional<Path> runs = HostContent.copyRuns(layout.dataDir(), work);
    if (runs.isPresent()) {
      members.add(member(HostContent.RUNS, runs.get(), ""));
    }
    Set<Path> named = HostContent.environmentFiles(database);
    int number = 0;
    for (Path file : environmentFiles ? named : Set.<Path>of()) {
      String inside = "env-files/" + ++number + "-" + file.getFileName();
      inside = HostContent.allowed(inside) ? inside : "env-files/" + number + "-file";
      if (Files.isReadable(file) && Files.isRegularFile(file)) {
        members.add(member(inside, file, file.toString()));
      } else {
        leftOut.add(file.toString());
      }
    }
    if (!environmentFiles) {
      named.forEach(file -> leftOut.add(file.toString()));
    }
    return new Packed(
        new ArchiveManifest(
            release,
            host,
            clock.instant(),
            HostContent.projects(database),
            HostContent.keptSecrets(layout.dataDir()),
            members),
        leftOut);
  }

  private static Path beside(Path database) {
    return database.resolveSibling(database.getFileName() + ".json");
  }

  private static Member member(String name, Path file, String path) throws IOException {
    return new Member(name, Files.size(file), Digest.of(file), path);
  }

  private void pack(Path target, ArchiveManifest manifest, Path database, Path work)
      throws IOException, RestoreException {
    try (FileChannel file = FileChannel.open(target, StandardOpenOption.WRITE)) {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file), 1 << 16);
      ZipOutputStream zip = new ZipOutputStream(out);
      zip.putNextEntry(new ZipEntry(ArchiveManifest.NAME));
      zip.write(manifest.bytes());
      for (Member member : manifest.members()) {
        zip.putNextEntry(new ZipEntry(member.name()));
        DigestOutputStream counted = new DigestOutputStream(zip, Digest.sha256());
        Files.copy(source(member, database, work), counted);
        if (!Digest.hex(counted.getMessageDigest()).equals(member.sha256())) {
          throw new RestoreException(
              source(member, database, work) + " changed while it was packed; try again");
        }
      }
      zip.finish();
      out.flush();
      file.force(true);
    }
  }

  private Path source(Member member, Path database, Path work) {
    if (member.outside()) {
      return Path.of(member.path());
    }
    if (member.name().equals(HostContent.RUNS)) {
      return work.resolve(HostContent.RUNS);
    }
    return member.name().startsWith("backups/")
        ? database.resolveSibling(Path.of(member.name()).getFileName())
        : layout.dataDir().resolve(member.name());
  }
}
