package innkeeper.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The check of a database with SQLite's own PRAGMAs. A sound database may still be incomplete. */
public final class Integrity {

  /** The tables that every Innkeeper schema has. */
  private static final List<String> TABLES = List.of("project", "audit", "taken_in");

  private Integrity() {}

  /**
   * Checks a closed file and changes nothing; returns empty if it is sound and has all tables. A
   * truncated copy opens as a sound database without tables.
   */
  public static Optional<String> fault(Path file) {
    try (Connection connection = Connections.immutable(file)) {
      Optional<String> fault = fault(connection, "integrity_check");
      for (String table : TABLES) {
        if (fault.isEmpty() && !has(connection, table)) {
          fault = Optional.of("it has no table " + table);
        }
      }
      return fault;
    } catch (SQLException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static boolean has(Connection connection, String table) throws SQLException {
    return Sql.number(
            connection,
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '" + table + "'")
        == 1;
  }

  /**
   * @param check {@code quick_check} or {@code integrity_check}
   * @return the first problem; empty if the database is sound
   * @throws SQLException if the check failed for a reason outside of the content
   */
  public static Optional<String> fault(Connection connection, String check) throws SQLException {
    return fault(connection, check, "1");
  }

  /**
   * Checks one table and its indexes.
   *
   * @param table the table; a missing table counts as sound
   */
  public static Optional<String> tableFault(Connection connection, String table)
      throws SQLException {
    return has(connection, table) ? fault(connection, "integrity_check", table) : Optional.empty();
  }

  private static Optional<String> fault(Connection connection, String check, String which)
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
}
