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
      Baseline before = Baseline.of(source);
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

  /** The content that a later copy must contain at least. */
  private record Baseline(int schema, long projects, long auditSeq) {
    static Baseline of(Connection source) throws SQLException {
      return new Baseline(
          DatabaseSummary.schema(source),
          Sql.number(source, "SELECT count(*) FROM project"),
          DatabaseSummary.lastAuditSeq(source));
    }
  }

  private static void compare(Connection source, Path target, Baseline before, SnapshotFacts facts)
      throws SQLException {
    if (facts.schemaVersion() != before.schema()) {
      throw wrong("schema", before.schema(), facts.schemaVersion());
    }
    if (facts.lastAuditSeq() < before.auditSeq()) {
      throw wrong("last audit entry", before.auditSeq(), facts.lastAuditSeq());
    }
    long entries = facts.rows().get("audit");
    // The numbers have no gaps, unless another program has changed the audit record. Only then are
    // the
    // entries counted.
    if (entries != facts.lastAuditSeq()) {
      long here =
          Sql.number(source, "SELECT count(*) FROM audit WHERE seq <= " + facts.lastAuditSeq());
      if (entries != here) {
        throw wrong("number of audit entries", here, entries);
      }
    }
    // Projects may have been removed while the copy began.
    long projects = Math.min(before.projects(), Baseline.of(source).projects());
    if (facts.rows().get("project") < projects) {
      throw wrong("number of projects", projects, facts.rows().get("project"));
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
