package innkeeper.store.restore;

import innkeeper.common.file.Durable;
import innkeeper.store.guard.DatabaseState;
import innkeeper.store.guard.Examination;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.Soundness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The present database in the place of bot.db, read from a copy. Opening the original would replay
 * its WAL. A dry run must not do that, and a stale WAL must never be replayed.
 */
public final class CurrentDatabase implements AutoCloseable {

  private final Path work;
  private final Optional<Path> copy;
  private final String fault;

  private CurrentDatabase(Path work, Optional<Path> copy, String fault) {
    this.work = work;
    this.copy = copy;
    this.fault = fault;
  }

  public static CurrentDatabase read(Layout layout, List<Migration> migrations) throws IOException {
    Path work = layout.run().resolve("restore-work");
    Durable.removeTree(work);
    Durable.directory(work);
    DatabaseState found = new Examination(layout, migrations).look();
    if (found instanceof DatabaseState.Fresh
        || Files.notExists(layout.database(), LinkOption.NOFOLLOW_LINKS)) {
      return new CurrentDatabase(work, Optional.empty(), "");
    }
    if (found instanceof DatabaseState.Refused refused) {
      return new CurrentDatabase(work, Optional.empty(), refused.reason());
    }
    Path database = layout.realDatabase();
    Path copy = work.resolve("bot.db");
    Durable.copy(database, copy);
    Path wal = Layout.sidecar(database, "-wal");
    // The WAL belongs to the expected database. It rarely belongs to a database that was copied
    // over it.
    boolean logged =
        found instanceof DatabaseState.Own
            || found instanceof DatabaseState.Replaced replaced && replaced.logged();
    if (logged && Files.isRegularFile(wal)) {
      Durable.copy(wal, Layout.sidecar(copy, "-wal"));
    }
    try (Connection connection = Connections.writer(copy)) {
      Optional<String> fault = Soundness.pageFault(connection, "quick_check");
      if (fault.isEmpty()) {
        fault = new Soundness(migrations).fault(connection);
      }
      return fault.isEmpty()
          ? new CurrentDatabase(work, Optional.of(copy), "")
          : new CurrentDatabase(work, Optional.empty(), fault.get());
    } catch (SQLException e) {
      return new CurrentDatabase(work, Optional.empty(), e.getMessage());
    }
  }

  /**
   * Copies bot.db while a host has it open. Like every SQLite reader, it leaves the host's locks
   * and WAL unchanged.
   *
   * @param work the directory for the copy
   */
  public static CurrentDatabase beside(Layout layout, Path work) throws IOException {
    Path place = Files.createDirectory(work.resolve("current"));
    Path copy = place.resolve("bot.db");
    try (Connection connection = Connections.reader(layout.realDatabase())) {
      Sql.update(connection, "VACUUM INTO ?", copy.toString());
      return new CurrentDatabase(place, Optional.of(copy), "");
    } catch (SQLException e) {
      return new CurrentDatabase(place, Optional.empty(), e.getMessage());
    }
  }

  /** Returns a sound copy without side files; empty if no sound database exists. */
  public Optional<Path> copy() {
    return copy;
  }

  /** Returns why the present database cannot be read; "" if it can, or if bot.db does not exist. */
  public String fault() {
    return fault;
  }

  @Override
  public void close() throws IOException {
    Durable.removeTree(work);
  }
}
