package innkeeper.store.snapshot;

import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * The writer of one copy of bot.db. It runs VACUUM INTO on a separate connection, so that the
 * writer can continue. It then sets the backup stamp with a raw write and verifies the content. The
 * check {@code integrity_check} is not enough: a copy that was killed half-way opens as a sound
 * database without tables.
 */
public final class SnapshotWriter {

  /** The part of the progress that is reported for copying. */
  private static final double COPIED = 0.6;

  private final Path database;
  private volatile boolean cancelled;
  private PreparedStatement running;

  public SnapshotWriter(Path database) {
    this.database = database;
  }

  /**
   * @param target the absolute path of a file that does not exist
   * @throws StoreException if a step failed; the target and its side files are then removed
   */
  public SnapshotFacts write(Path target, DoubleConsumer progress) {
    try (Connection source = Connections.reader(database)) {
      return write(source, target, progress);
    } catch (SQLException e) {
      throw new StoreException("copy of bot.db to " + target + " failed: " + e.getMessage(), e);
    }
  }

  /**
   * Makes the copy with the given connection. No other thread may use the connection during the
   * call.
   */
  public SnapshotFacts write(Connection source, Path target, DoubleConsumer progress) {
    try {
      Durable.create(target);
    } catch (IOException e) {
      throw new StoreException(target + " could not be made: " + e, e);
    }
    boolean done = false;
    try {
      long before = DatabaseSummary.lastAuditSeq(source);
      copy(source, target, progress);
      ApplicationId.write(target, ApplicationId.BACKUP);
      progress.accept(COPIED);
      SnapshotFacts facts = new Inspection(() -> cancelled).look(target, true, true, "quick_check");
      compare(source, target, before, facts);
      progress.accept(1);
      done = true;
      return facts;
    } catch (IOException | SQLException e) {
      throw new StoreException("copy of bot.db to " + target + " failed: " + e.getMessage(), e);
    } finally {
      if (!done) {
        remove(target);
      }
    }
  }

  private void copy(Connection source, Path target, DoubleConsumer progress)
      throws SQLException, IOException {
    Sql.execute(source, "PRAGMA synchronous=FULL");
    double whole = Math.max(1, estimatedBytes(source));
    try (Flusher flusher =
            new Flusher(target, size -> progress.accept(Math.min(1, size / whole) * COPIED));
        PreparedStatement vacuum = source.prepareStatement("VACUUM INTO ?")) {
      vacuum.setString(1, target.toAbsolutePath().toString());
      begin(vacuum);
      flusher.start();
      try {
        vacuum.execute();
      } finally {
        end();
      }
    }
  }

  /** Returns the approximate size of a copy in bytes. */
  public static long estimatedBytes(Connection source) throws SQLException {
    long pages =
        Sql.number(source, "PRAGMA page_count") - Sql.number(source, "PRAGMA freelist_count");
    return pages * Sql.number(source, "PRAGMA page_size");
  }

  private synchronized void begin(PreparedStatement vacuum) {
    if (cancelled) {
      throw new StoreException("copy of bot.db was cancelled");
    }
    running = vacuum;
  }

  private synchronized void end() {
    running = null;
  }

  /** Cancels a running copy within about 50 milliseconds; the copy then fails. */
  public synchronized void cancel() throws SQLException {
    cancelled = true;
    if (running != null) {
      running.cancel();
    }
  }

  /**
   * Checks that the copy holds all entries of the audit record that were on disk before. The
   * inspection has checked the schema, the pages and the projects.
   *
   * @param before the number of the last entry before the copy
   */
  private static void compare(Connection source, Path target, long before, SnapshotFacts facts)
      throws SQLException {
    if (facts.lastAuditSeq() < before) {
      throw wrong("last audit entry", before, facts.lastAuditSeq());
    }
    try (Connection copy = Connections.immutable(target)) {
      Optional<String> there = AuditTable.last(copy).map(AuditRow::hash);
      Optional<String> here = AuditTable.at(source, facts.lastAuditSeq()).map(AuditRow::hash);
      if (!there.equals(here)) {
        throw wrong("hash of the last audit entry", here, there);
      }
    }
  }

  private static StoreException wrong(String what, Object here, Object there) {
    return new StoreException(
        "copy of bot.db is not what it should be: " + what + " is " + there + ", not " + here);
  }

  private static void remove(Path target) {
    try {
      Files.deleteIfExists(target);
      for (String suffix : Layout.SIDECARS) {
        Files.deleteIfExists(Layout.sidecar(target, suffix));
      }
    } catch (IOException e) {
      throw new StoreException(target + " could not be removed: " + e.getMessage(), e);
    }
  }
}
