package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Digest;
import innkeeper.common.file.Durable;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.DatabaseState.Fresh;
import innkeeper.store.guard.DatabaseState.Own;
import innkeeper.store.guard.DatabaseState.Refused;
import innkeeper.store.guard.DatabaseState.Replaced;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.table.Soundness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Examines bot.db and the files beside it, and changes nothing. It must run before SQLite opens the
 * file in this process, because each check opens and closes it.
 */
public final class Examination {

  /** The empty advice: the operator should restore a verified backup. */
  private static final String RESTORE = "";

  private final Layout layout;
  private final int newestSchema;
  private final Soundness soundness;

  /**
   * @param migrations the steps to this release's schema
   */
  public Examination(Layout layout, List<Migration> migrations) {
    this.layout = layout;
    this.newestSchema = Migration.newest(migrations);
    this.soundness = new Soundness(migrations);
  }

  public DatabaseState look() throws IOException {
    Path link = layout.database();
    if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      return missing();
    }
    if (!Files.isRegularFile(link)) {
      String what = Files.isSymbolicLink(link) ? "a link that leads to no file" : "no regular file";
      return new Refused("bot.db is " + what, RESTORE);
    }
    Path database = layout.realDatabase();
    if (posix(database) && !Files.isReadable(database)) {
      return foreign(database, "cannot be read");
    }
    Header header = Header.read(database);
    Optional<Refused> broken = broken(header);
    if (broken.isPresent()) {
      return broken.get();
    }
    if (header.applicationId() == ApplicationId.BACKUP) {
      return stamped(database, header);
    }
    DatabaseState found = live(database, header);
    boolean root = "root".equals(System.getProperty("user.name"));
    return found instanceof Own && !root && !ours(database)
        ? foreign(database, "is not this user's")
        : found;
  }

  /**
   * Returns a refusal of a file of another user. A file that for example root has copied belongs to
   * root. The host often cannot read it and can never change its mode.
   */
  private Refused foreign(Path file, String what) throws IOException {
    return new Refused(
        "bot.db %s: it belongs to %s, mode %s"
            .formatted(
                what,
                Files.getOwner(file).getName(),
                PosixFilePermissions.toString(Files.getPosixFilePermissions(file))),
        "chown %s %s; chmod 600 %s; start"
            .formatted(
                Files.getOwner(layout.dataDir()).getName(), file.toRealPath(), file.toRealPath()));
  }

  /** Returns whether the file has the same owner as DATA_DIR. */
  private boolean ours(Path file) throws IOException {
    return !posix(file) || Files.getOwner(file).equals(Files.getOwner(layout.dataDir()));
  }

  private static boolean posix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private DatabaseState missing() throws IOException {
    Optional<Bind> bind = Bind.read(layout.dataDir());
    if (Layout.hasSidecar(layout.database())) {
      return new Refused("bot.db is missing, but its -wal, -shm or -journal is there", RESTORE);
    }
    if (layout.knownBackups().any()) {
      return new Refused(
          "bot.db is missing, but there are backups of it; to start without any project, move"
              + " backups/ and bind.json away",
          RESTORE);
    }
    if (bind.isPresent() && bind.get().auditSeq() > 0) {
      return new Refused(
          "bot.db is missing; the one that was here had %d audit entries"
              .formatted(bind.get().auditSeq()),
          "put it back; to start without any project, move bind.json away");
    }
    return new Fresh();
  }

  private Optional<Refused> broken(Header header) {
    if (header.fileBytes() < Header.LENGTH) {
      return refuse(
          "bot.db is %d bytes long, too short for any database: a copy that was cut short"
              .formatted(header.fileBytes()));
    }
    if (!header.sqlite()) {
      return refuse("bot.db is no SQLite database: it does not begin as one");
    }
    if (!header.versionKnown()) {
      return refuse("bot.db is damaged: its header names a format version that there is not");
    }
    if (header.applicationId() != ApplicationId.BACKUP
        && !ApplicationId.live(header.applicationId())) {
      return refuse(
          "bot.db is not an Innkeeper database: its application_id is "
              + ApplicationId.hex(header.applicationId())
              + (header.applicationId() == 0 ? ", as one made from a dump has" : ""));
    }
    if (header.schemaVersion() == 0) {
      return refuse(
          "bot.db was not made by this program: its schema is 0, as one made from a dump has");
    }
    if (header.schemaVersion() > newestSchema) {
      return Optional.of(
          new Refused(
              "bot.db was written by a newer release: its schema is %d, this one knows %d"
                  .formatted(header.schemaVersion(), newestSchema),
              "run that release, or restore a backup that this one made"));
    }
    return Optional.empty();
  }

  private static Optional<Refused> refuse(String reason) {
    return Optional.of(new Refused(reason, RESTORE));
  }

  private DatabaseState stamped(Path database, Header header) throws IOException {
    if (!header.whole()) {
      return cutShort(header);
    }
    Optional<Refused> fault = altered(database, false, false);
    if (fault.isPresent()) {
      return fault.get();
    }
    List<BackupManifest> sameLength = new ArrayList<>(layout.knownBackups().manifests());
    sameLength.removeIf(manifest -> manifest.facts().bytes() != header.fileBytes());
    String hash = Digest.of(database);
    Optional<String> name =
        Intent.read(layout)
            .filter(intent -> intent.sha256().equals(hash))
            .map(Intent::name)
            .or(
                () ->
                    sameLength.stream()
                        .filter(manifest -> manifest.facts().sha256().equals(hash))
                        .map(BackupManifest::name)
                        .findFirst());
    if (name.isPresent()) {
      return new Replaced(
          database, name.get(), hash, ApplicationId.BACKUP, borrowed(database), false);
    }
    String reason = "bot.db is a copy of a backup, but its content matches no manifest in backups/";
    if (!sameLength.isEmpty()) {
      // A backup here has the same length, so the file is most likely a changed copy of that
      // backup.
      return new Refused(
          reason + "; it was changed since, or is of another host and its .json is missing",
          RESTORE);
    }
    return new Refused(
        reason,
        "copy the backup's .json into backups/ too, or, if you trust the file: "
            + OfferedCommand.innkeeper(
                layout.dataDir(),
                "restore",
                layout.database().toString(),
                "--accept-unknown",
                "--yes"));
  }

  private static Refused cutShort(Header header) {
    if (header.promisedBytes() == header.fileBytes()) {
      return new Refused("bot.db is damaged: its header contradicts itself", RESTORE);
    }
    return new Refused(
        "bot.db is %d bytes long, its header promises %d: a copy that was cut short, or onto a longer file"
            .formatted(header.fileBytes(), header.promisedBytes()),
        RESTORE);
  }

  private DatabaseState live(Path database, Header header) throws IOException {
    Optional<Bind> bind = Bind.read(layout.dataDir());
    Path wal = Layout.sidecar(database, "-wal");
    boolean walHolds = Files.isRegularFile(wal) && Files.size(wal) > 0;
    Bind.State state = bind.map(Bind::state).orElse(null);
    boolean logged = walHolds && WalOwnership.belongs(wal, database);
    boolean replaced =
        bind.isPresent() && !bind.get().knows(header.applicationId())
            || walHolds && !logged && (state == null || state == Bind.State.OPEN);
    if ((replaced || !walHolds) && !header.whole()) {
      return cutShort(header);
    }
    if (replaced) {
      Optional<Refused> fault = logged ? pages(database) : altered(database, true, false);
      return fault.isPresent()
          ? fault.get()
          : new Replaced(database, "", "", header.applicationId(), borrowed(database), logged);
    }
    List<String> remarks = new ArrayList<>();
    boolean walThere = Files.exists(wal, LinkOption.NOFOLLOW_LINKS);
    if (state == null) {
      remarks.add("bind.json was missing: whether this is the database that was here is not known");
    } else if (state == Bind.State.OPEN && !walThere) {
      remarks.add(
          "after an unclean stop another program opened and closed bot.db: what it did is not"
              + " known");
    } else if (state == Bind.State.CLOSED && walHolds) {
      remarks.add("after a clean stop another program wrote to bot.db");
    }
    if (remarks.isEmpty() && (state == Bind.State.OPEN || state == Bind.State.CLOSED)) {
      if (bind.get().writtenSince(database)) {
        remarks.add(
            "bot.db was written to while no host ran, by another program or as a copy of itself;"
                + " what its log held was kept");
      }
    }
    boolean stray = stray(database, header, state);
    if (stray) {
      remarks.add("a rollback journal lay beside bot.db, which has none; it was set aside");
    }
    if (!walHolds) {
      boolean digests = bind.flatMap(Bind::projects).isPresent();
      Optional<Refused> fault = altered(database, !remarks.isEmpty(), digests && remarks.isEmpty());
      if (fault.isPresent()) {
        return fault.get();
      }
    }
    boolean clean = state == Bind.State.CLOSED && remarks.isEmpty();
    return new Own(database, bind, !clean, stray, remarks);
  }

  /**
   * Returns whether there is a rollback journal that cannot belong to bot.db. SQLite would roll it
   * back into bot.db. In the state OPENING the journal may be bot.db's own.
   */
  private static boolean stray(Path database, Header header, Bind.State state) throws IOException {
    Path journal = Layout.sidecar(database, "-journal");
    return header.logged()
        && state != null
        && state != Bind.State.OPENING
        && Files.exists(journal, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Checks every page of a bot.db with a WAL of its own. Its content may be that of several
   * commits.
   */
  private static Optional<Refused> pages(Path database) {
    try (Connection connection = Connections.immutable(database)) {
      return Soundness.pageFault(connection, "integrity_check").map(Examination::damaged);
    } catch (SQLException e) {
      return Optional.of(damaged(e.getMessage()));
    }
  }

  /** Checks the content, and every page if required. The database must have no WAL of its own. */
  private Optional<Refused> altered(Path database, boolean everyPage, boolean digests)
      throws IOException {
    try {
      return soundness.faultAtRest(database, everyPage, digests).map(Examination::damaged);
    } catch (SQLException e) {
      throw new IOException(database + " could not be looked at: " + e.getMessage(), e);
    }
  }

  private static Refused damaged(String fault) {
    return new Refused("bot.db is damaged: " + fault, RESTORE);
  }

  private boolean borrowed(Path database) throws IOException {
    Path backups = layout.backups();
    boolean kept = Files.exists(backups) && database.startsWith(backups.toRealPath());
    return kept || Durable.names(database) > 1 || !ours(database);
  }
}
