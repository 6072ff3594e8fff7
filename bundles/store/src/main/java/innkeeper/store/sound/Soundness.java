package innkeeper.store.sound;

import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.Integrity;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Schema;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.ProjectDigests;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The check whether a database holds the data that was written into it. It checks the schema, the
 * B-trees, and the digest of each project. SQLite's own checks find few changed bits within a row.
 * The audit record has its own chain of hashes; its check takes longer and is separate.
 */
public final class Soundness {

  /**
   * The number of pages (2 MiB) up to which every page is checked each time, which takes some
   * milliseconds.
   */
  private static final int FEW_PAGES = 512;

  /** The tables that stay small even if the audit record is long. */
  private static final List<String> SMALL = List.of("project", "taken_in", "project_digest");

  /**
   * The last entries of the audit record and its indexes: every start reads them and every new
   * entry changes them.
   */
  private static final List<String> ENDS =
      List.of(
          "seq FROM audit",
          "channel_id FROM audit INDEXED BY audit_by_channel",
          "action FROM audit INDEXED BY audit_by_action");

  private final List<Migration> migrations;

  /**
   * @param migrations the steps that create such a database
   */
  public Soundness(List<Migration> migrations) {
    this.migrations = migrations;
  }

  /**
   * Checks a closed file in bounded time and changes nothing; returns empty if it is sound.
   *
   * @param digests whether the database must have digests; one from an older release has no digests
   * @throws SQLException if the check failed for a reason outside of the file
   */
  public Optional<String> faultAtRest(Path file, boolean digests) throws SQLException {
    try (Connection connection = Connections.immutable(file)) {
      return fault(connection, false, digests);
    } catch (SQLException e) {
      return Damage.told(e);
    }
  }

  /** Checks an open database like {@link #faultAtRest}. */
  public Optional<String> fault(Connection connection) throws SQLException {
    return fault(connection, false, false);
  }

  /**
   * Checks an open database like {@link #fault(Connection)}, but always every page. This takes
   * seconds in a large database.
   */
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
    long version = Sql.number(connection, "PRAGMA user_version");
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
    if (anywhere || Sql.number(connection, "PRAGMA page_count") <= FEW_PAGES) {
      return Integrity.fault(connection, "integrity_check");
    }
    for (String table : SMALL) {
      Optional<String> fault = Integrity.tableFault(connection, table);
      if (fault.isPresent()) {
        return fault;
      }
    }
    for (String end : ENDS) {
      Sql.text(connection, "SELECT " + end + " ORDER BY 1 DESC LIMIT 1");
    }
    return Optional.empty();
  }
}
