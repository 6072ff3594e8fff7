package innkeeper.store.restore;

import innkeeper.store.file.Durable;
import innkeeper.store.guard.DatabaseState;
import innkeeper.store.guard.Examination;
import innkeeper.store.guard.Layout;
import innkeeper.store.sound.Soundness;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Integrity;
import innkeeper.store.sqlite.Migration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What is in bot.db's place now, read from a copy: opening it would replay its write-ahead log,
 * which a dry run must not do, and a stale log must not be replayed at all.
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
    // The log belongs to the database that is known here, seldom to what was laid over it.
    boolean logged =
        found instanceof DatabaseState.Own
            || found instanceof DatabaseState.Replaced replaced && replaced.logged();
    if (logged && Files.isRegularFile(wal)) {
      Durable.copy(wal, Layout.sidecar(copy, "-wal"));
    }
    try (Connection connection = Connections.writer(copy)) {
      Optional<String> fault = Integrity.fault(connection, "quick_check");
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
   * Reads it while a host has it open, as SQLite's readers do: its locks and its log are the
   * host's, and stay as they are.
   *
   * @param work where the copy may lie
   */
  public static CurrentDatabase beside(Layout layout, Path work) throws IOException {
    Path place = Files.createDirectory(work.resolve("current"));
    Path copy = place.resolve("bot.db");
    try (Connection connection = Connections.reader(layout.realDatabase());
        PreparedStatement into = connection.prepareStatement("VACUUM INTO ?")) {
      into.setString(1, copy.toString());
      into.execute();
      return new CurrentDatabase(place, Optional.of(copy), "");
    } catch (SQLException e) {
      return new CurrentDatabase(place, Optional.empty(), e.getMessage());
    }
  }

  /** A sound copy with nothing beside it; empty when there is nothing, or nothing sound. */
  public Optional<Path> copy() {
    return copy;
  }

  /** Why what is there cannot be read; "" when it can, or when nothing is there. */
  public String fault() {
    return fault;
  }

  @Override
  public void close() throws IOException {
    Durable.removeTree(work);
  }
}
