package innkeeper.store;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.common.time.IsoTime;
import innkeeper.store.file.Json;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.Layout;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.snapshot.Publication;
import innkeeper.store.snapshot.SnapshotWriter;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.FileHarm;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.KnownProjects;
import innkeeper.store.write.Checkpoints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves the data of the running host when bot.db or its side files are removed or replaced. SQLite
 * still holds the original files open, and memory holds the projects. A separate connection is
 * opened early for this, because a connection opened afterwards would open other files.
 */
final class Rescue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Rescue.class);

  private final StoreOptions options;
  private final Path database;
  private final Sentinel sentinel;
  private final Checkpoints checkpoints;
  private final KnownProjects known;
  private final Connection spare;
  private FileHarm handled = FileHarm.NONE;
  private boolean kept = true;
  private volatile String saved = "";
  private volatile String fix = "";

  Rescue(
      StoreOptions options,
      Path database,
      Sentinel sentinel,
      Checkpoints checkpoints,
      KnownProjects known)
      throws SQLException {
    this.options = options;
    this.database = database;
    this.sentinel = sentinel;
    this.checkpoints = checkpoints;
    this.known = known;
    this.spare = Connections.reader(database);
    // The connection opens the WAL at its first read.
    Sql.number(spare, "SELECT count(*) FROM sqlite_schema");
  }

  /**
   * Returns whether the last commit is durable. If another program has changed the files, saves the
   * data first. Called on the writer's thread only.
   */
  boolean kept() {
    FileHarm now = sentinel.harm();
    if (now != handled) {
      handled = now;
      LOG.error("{}; what the host still has is saved now", sentinel.what());
      kept = save(now);
      LOG.error("{}: {}; to go on: {}", sentinel.what(), saved, fix);
    }
    return kept;
  }

  /** Returns where the data was saved; "" while the files are unharmed. */
  String saved() {
    return saved;
  }

  /**
   * Returns the command that brings the host back to normal operation; "" while the files are
   * unharmed.
   */
  String fix() {
    return fix;
  }

  private boolean save(FileHarm harm) {
    boolean inPlace = harm == FileHarm.SIDE_FILE && writtenBack();
    Optional<BackupManifest> copy = harm == FileHarm.OVERWRITTEN ? Optional.empty() : copy();
    if (harm == FileHarm.REMOVED && copy.isPresent()) {
      inPlace = putBack(copy.get());
    }
    saved =
        copy.map(made -> "all that was written is in backups/" + made.name())
            .orElseGet(this::definitions);
    fix =
        copy.isPresent() && !inPlace && harm.closable()
            ? OfferedCommand.innkeeper(
                options.layout().dataDir(), "restore", copy.get().name(), "--yes", "--stop")
            : OfferedCommand.innkeeper(options.layout().dataDir(), "restart-host");
    return inPlace;
  }

  private boolean writtenBack() {
    try {
      return checkpoints.save();
    } catch (SQLException e) {
      LOG.error("the write-ahead log could not be written back into bot.db", e);
      return false;
    }
  }

  private Optional<BackupManifest> copy() {
    try {
      SnapshotWriter writer = new SnapshotWriter(database);
      return Optional.of(
          new Publication(options.layout(), options.clock(), options.hostVersion())
              .publish((target, progress) -> writer.write(spare, target, progress), "rescue"));
    } catch (StoreException e) {
      LOG.error("what bot.db held could not be copied", e);
      return Optional.empty();
    }
  }

  /**
   * Puts the copy in the place of bot.db, like a manual restore. The next start takes the copy in,
   * even after a SIGKILL.
   */
  private boolean putBack(BackupManifest copy) {
    Layout layout = options.layout();
    Path fresh = database.resolveSibling(".bot.db.restore");
    try {
      Files.deleteIfExists(fresh);
      Durable.copy(layout.backups().resolve(copy.name()), fresh);
      // A hard link fails if another program has created a bot.db in the meantime; a rename would
      // overwrite it.
      Files.createLink(database, fresh);
      Files.delete(fresh);
      Durable.force(database.getParent());
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      LOG.error("bot.db could not be put back", e);
      return false;
    }
  }

  private String definitions() {
    Path directory =
        options
            .layout()
            .quarantine()
            .resolve("rescue-" + IsoTime.text(options.clock().instant()).replaceAll("[:.]", "-"));
    try {
      Durable.directory(directory);
      Path definitions = directory.resolve("projects.json");
      Durable.write(definitions, known.definitions().getBytes(StandardCharsets.UTF_8));
      Durable.write(directory.resolve("desired.json"), Json.bytes(known.desired()));
      return "the definitions are in "
          + definitions
          + " ("
          + OfferedCommand.innkeeper(options.layout().dataDir(), "apply", definitions.toString())
          + "), the desired states beside it";
    } catch (IOException e) {
      LOG.error("definitions could not be saved", e);
      return "nothing could be saved: " + e.getMessage();
    }
  }

  /**
   * Moves the side files that another program has created to the quarantine, because SQLite would
   * delete them on closing.
   */
  void setAsideOthers() throws IOException {
    for (Path side : sentinel.replacedSideFiles()) {
      Path directory =
          options.layout().quarantine().resolve("side-files-" + options.clock().millis());
      Durable.directory(directory);
      Files.move(side, directory.resolve(side.getFileName()));
      Durable.force(directory);
    }
  }

  @Override
  public void close() throws SQLException {
    spare.close();
  }
}
