package innkeeper.store.table;

import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
   * Checks every page with SQLite's own PRAGMA. A sound database may still be incomplete.
   *
   * @param check {@code quick_check} or {@code integrity_check}
   * @return the first problem; empty if there is none
   * @throws SQLException if the check failed for a reason outside of the content
   */
  public static Optional<String> pageFault(Connection connection, String check)
      throws SQLException {
    return pageFault(connection, check, "1");
  }

  private static Optional<String> pageFault(Connection connection, String check, String which)
      throws SQLException {
    try {
      String answer = Sql.text(connection, "PRAGMA " + check + "(" + which + ")");
      // SQLite names the database in an extra line, which is removed here.
      String complaint =
          answer.replaceFirst("^\\*\\*\\* in database \\w+ \\*\\*\\*\\s+", "").replace('\n', ' ');
      return "ok".equals(answer) ? Optional.empty() : Optional.of(check + " says: " + complaint);
    } catch (SQLException e) {
      return Damage.told(e).map(why -> check + " failed: " + why);
    }
  }

  /**
   * Checks a closed file and changes nothing; returns empty if it is sound.
   *
   * @param anywhere whether to check every page, which takes seconds in a large database; else the
   *     time is bounded
   * @param digests whether the database must have digests; one from an older release has no digests
   * @throws SQLException if the check failed for a reason outside of the file
   */
  public Optional<String> faultAtRest(Path file, boolean anywhere, boolean digests)
      throws SQLException {
    try (Connection connection = Connections.immutable(file)) {
      return fault(connection, anywhere, digests);
    } catch (SQLException e) {
      return Damage.told(e);
    }
  }

  /** Checks an open database like {@link #faultAtRest}, in bounded time. */
  public Optional<String> fault(Connection connection) throws SQLException {
    return fault(connection, false, false);
  }

  /** Checks an open database like {@link #faultAtRest}, every page. */
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

  /**
   * Returns the first table, index or trigger that is missing or altered. Additional ones are
   * allowed: a later release may add them without changing the ones needed here.
   */
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
    Set<String> missing = expected(statements);
    missing.removeAll(objects(connection));
    return missing.stream()
        .findFirst()
        .map(object -> object.substring(0, object.indexOf('\n')))
        .map(name -> "its schema was altered: " + name + " is not as it was made");
  }

  /** Creates the schema in memory, because SQLite decides in which form it stores a statement. */
  private static Set<String> expected(List<String> statements) throws SQLException {
    try (Connection memory = Connections.memory()) {
      for (String sql : statements) {
        Sql.execute(memory, sql);
      }
      return objects(memory);
    }
  }

  private static Set<String> objects(Connection connection) throws SQLException {
    return new TreeSet<>(
        Sql.all(
            connection,
            Sql::text,
            "SELECT type || ' ' || name || char(10) || tbl_name || char(10) || coalesce(sql, '')"
                + " FROM sqlite_schema"));
  }

  private static Optional<String> trees(Connection connection, boolean anywhere)
      throws SQLException {
    if (anywhere || Sql.number(connection, "PRAGMA page_count") <= FEW_PAGES) {
      return pageFault(connection, "integrity_check");
    }
    for (String table : SMALL) {
      Optional<String> fault =
          Sql.exists(connection, table)
              ? pageFault(connection, "integrity_check", table)
              : Optional.empty();
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
