package innkeeper.store.sound;

import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.Integrity;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Schema;
import innkeeper.store.table.ProjectDigests;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a database is what was written into it: its schema, its B-trees, and each project by its
 * digest. SQLite's own checks find few of the bits that change within a row. The audit record has a
 * chain of hashes for that, which takes longer and is checked apart.
 */
public final class Soundness {

  /** Up to 2 MiB every page is looked at each time, which takes some milliseconds. */
  private static final int FEW_PAGES = 512;

  /** Small whatever the record's length. */
  private static final List<String> SMALL = List.of("project", "taken_in", "project_digest");

  /** Root pages and ends of the record: what each start reads and each entry writes. */
  private static final List<String> ENDS =
      List.of(
          "seq FROM audit",
          "channel_id FROM audit INDEXED BY audit_by_channel",
          "action FROM audit INDEXED BY audit_by_action");

  private final List<Migration> migrations;

  /**
   * @param migrations by which such a database is made
   */
  public Soundness(List<Migration> migrations) {
    this.migrations = migrations;
  }

  /**
   * What is wrong with a file at rest, in bounded time; empty when nothing is. Changes nothing.
   *
   * @param digests whether it is known to have digests; one that an older release made has none
   * @throws SQLException if it could not be looked at, for a reason that does not lie in it
   */
  public Optional<String> faultAtRest(Path file, boolean digests) throws SQLException {
    try (Connection connection = Connections.immutable(file)) {
      return fault(connection, false, digests);
    } catch (SQLException e) {
      return Damage.told(e);
    }
  }

  /** As {@link #faultAtRest}, of one that is open. */
  public Optional<String> fault(Connection connection) throws SQLException {
    return fault(connection, false, false);
  }

  /** The same, every page of it however many there are; takes seconds in a large one. */
  public Optional<String> faultAnywhere(Connection connection) throws SQLException {
    return fault(connection, true, false);
  }

  private Optional<String> fault(Connection connection, boolean anywhere, boolean digests)
      throws SQLException {
    try {
      Optional<String> fault = schema(connection, digests);
      if (fault.isEmpty()) {
        fault = trees(connection, anywhere);
      }
      if (fault.isEmpty()) {
        ProjectDigests.check(connection);
      }
      return fault;
    } catch (SQLException e) {
      return Damage.told(e);
    }
  }

  private Optional<String> schema(Connection connection, boolean digests) throws SQLException {
    long version = Connections.number(connection, "PRAGMA user_version");
    List<String> statements = new ArrayList<>();
    for (Migration migration : migrations) {
      if (migration.version() <= version) {
        statements.addAll(migration.statements());
      }
    }
    if (digests || ProjectDigests.kept(connection)) {
      statements.addAll(ProjectDigests.SCHEMA);
    }
    return Schema.fault(connection, statements);
  }

  private static Optional<String> trees(Connection connection, boolean anywhere)
      throws SQLException {
    if (anywhere || Connections.number(connection, "PRAGMA page_count") <= FEW_PAGES) {
      return Integrity.fault(connection, "integrity_check");
    }
    for (String table : SMALL) {
      Optional<String> fault = Integrity.tableFault(connection, table);
      if (fault.isPresent()) {
        return fault;
      }
    }
    for (String end : ENDS) {
      Connections.text(connection, "SELECT " + end + " ORDER BY 1 DESC LIMIT 1");
    }
    return Optional.empty();
  }
}
