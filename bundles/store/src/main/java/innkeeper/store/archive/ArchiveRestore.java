package innkeeper.store.archive;

import innkeeper.common.file.Digest;
import innkeeper.common.file.Durable;
import innkeeper.common.time.ZonedText;
import innkeeper.store.archive.ArchiveManifest.Member;
import innkeeper.store.guard.Layout;
import innkeeper.store.restore.RestoreException;
import innkeeper.store.sqlite.Native;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Restores the files of an archive into an empty DATA_DIR. It unpacks and verifies all files in a
 * work directory before it moves the first one. It moves the backup of bot.db to the backups
 * directory; a normal restore then makes it bot.db.
 */
final class ArchiveRestore implements AutoCloseable {

  private final ArchiveFile archive;
  private final Layout layout;
  private final Path work;
  private final PrintStream out;

  ArchiveRestore(ArchiveFile archive, Layout layout, PrintStream out) throws IOException {
    this.archive = archive;
    this.layout = layout;
    this.out = out;
    Durable.directory(layout.run());
    this.work = Files.createTempDirectory(layout.run(), "restore-archive-");
  }

  /**
   * Unpacks and verifies all files, and prints what a restore would change.
   *
   * @throws RestoreException if the archive is damaged, or DATA_DIR is not empty
   */
  void prepare() throws IOException, SQLException, RestoreException {
    refuseIfFull();
    // The host's own native directory is not used, because a running host has its SQLite library
    // there.
    Native.prepare(work.resolve("native"));
    for (Member member : archive.manifest().members()) {
      archive.unpack(member, unpacked(member));
    }
    checkPaths();
    tell();
  }

  private Path unpacked(Member member) {
    return work.resolve("files").resolve(member.name());
  }

  private void refuseIfFull() throws IOException, RestoreException {
    if (Files.exists(layout.database(), LinkOption.NOFOLLOW_LINKS)
        || Layout.hasSidecar(layout.database())) {
      throw new RestoreException(
          layout.dataDir()
              + " has a bot.db: an archive is restored into an empty directory; name another by"
              + " --data");
    }
    for (Member member : archive.manifest().members()) {
      Path place = layout.dataDir().resolve(member.name());
      if (!member.outside()
          && Files.exists(place, LinkOption.NOFOLLOW_LINKS)
          && !same(place, member)) {
        throw new RestoreException(
            place
                + " exists and is another file: an archive is restored into an empty directory;"
                + " name another by --data");
      }
    }
  }

  private static boolean same(Path place, Member member) throws IOException {
    return Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
        && Files.size(place) == member.bytes()
        && Digest.of(place).equals(member.sha256());
  }

  /** Refuses the archive if it would write a file outside of DATA_DIR that no definition names. */
  private void checkPaths() throws SQLException, RestoreException {
    Set<Path> named = HostContent.environmentFiles(unpacked(archive.database()));
    for (Member member : archive.manifest().members()) {
      if (member.outside() && !named.contains(Path.of(member.path()))) {
        throw new RestoreException(
            "the archive wants to write "
                + member.path()
                + ", which no definition in it names; nothing was changed");
      }
    }
  }

  private void tell() {
    ArchiveManifest manifest = archive.manifest();
    out.println(
        "archive   made %s on %s by release %s"
            .formatted(ZonedText.of(manifest.madeAt()), manifest.host(), manifest.release()));
    out.println("projects  " + listed(manifest.projects()));
    list("settings  ", "conf/");
    for (Member member : manifest.members()) {
      if (member.code()) {
        out.println(
            "bundle    %s, %d bytes, sha256 %s: its code will run in the host"
                .formatted(member.name(), member.bytes(), member.sha256()));
      }
    }
    for (Member member : manifest.members()) {
      if (member.outside()) {
        out.println("env file  " + member.path() + ": " + fate(Path.of(member.path())));
      }
    }
    if (manifest.keptSecrets() > 0) {
      out.println(
          "secrets   kept values that are not in it: %d; enter them with innkeeper redact add --stdin --keep"
              .formatted(manifest.keptSecrets()));
    }
  }

  private void list(String heading, String folder) {
    List<String> names =
        archive.manifest().members().stream()
            .map(Member::name)
            .filter(name -> name.startsWith(folder))
            .toList();
    if (!names.isEmpty()) {
      out.println(heading + listed(names));
    }
  }

  private static String listed(List<String> words) {
    return words.size() + (words.isEmpty() ? "" : ": " + String.join(" ", words));
  }

  private static String fate(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        ? "exists, stays as it is"
        : Files.isDirectory(file.getParent())
            ? "is written"
            : "its directory is not there; it is kept in env-files/ of DATA_DIR";
  }

  /**
   * Moves all files to their places; returns the name of the backup of bot.db, which is not
   * restored yet.
   */
  String run() throws IOException, RestoreException {
    for (Member member : archive.manifest().members()) {
      if (member.outside()) {
        writeEnvironment(member);
      } else {
        Path place = layout.dataDir().resolve(member.name());
        Durable.directory(place.getParent());
        Files.move(unpacked(member), place, StandardCopyOption.ATOMIC_MOVE);
        Durable.force(place.getParent());
      }
    }
    return Path.of(archive.database().name()).getFileName().toString();
  }

  private void writeEnvironment(Member member) throws IOException {
    Path place = Path.of(member.path());
    if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.isDirectory(place.getParent())) {
      Durable.copy(unpacked(member), place);
      return;
    }
    Path kept = layout.dataDir().resolve(member.name());
    Durable.directory(kept.getParent());
    Files.move(unpacked(member), kept, StandardCopyOption.ATOMIC_MOVE);
    out.println(
        "when its directory is there: install -m 600 '%s' '%s'"
            .formatted(kept, place.toString().replace("'", "'\\''")));
  }

  @Override
  public void close() throws IOException {
    Durable.removeTree(work);
  }
}
