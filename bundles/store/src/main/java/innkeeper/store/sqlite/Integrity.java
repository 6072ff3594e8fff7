package innkeeper.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Whether a database is sound by SQLite's own checks. Sound is not yet complete. */
public final class Integrity {

  /** What every schema of ours has. */
  private static final List<String> TABLES = List.of("project", "audit", "taken_in");

  private Integrity() {}

  /**
   * Checks a file at rest without changing anything; empty when it is sound and has our tables: a
   * copy that was cut short opens as a sound database without any.
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
    return Connections.number(
            connection,
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '" + table + "'")
        == 1;
  }

  /**
   * @param check {@code quick_check} or {@code integrity_check}
   * @return the first complaint; empty when there is none
   * @throws SQLException if it could not be checked, for a reason that does not lie in the content
   */
  public static Optional<String> fault(Connection connection, String check) throws SQLException {
    return fault(connection, check, "1");
  }

  /**
   * The same for one table and its indexes.
   *
   * @param table one that may be missing, which is no complaint
   */
  public static Optional<String> tableFault(Connection connection, String table)
      throws SQLException {
    return has(connection, table) ? fault(connection, "integrity_check", table) : Optional.empty();
  }

  private static Optional<String> fault(Connection connection, String check, String which)
      throws SQLException {
    try {
      String answer = Connections.text(connection, "PRAGMA " + check + "(" + which + ")");
      // One line: SQLite says in a line of its own which database it is about.
      String complaint =
          answer.replaceFirst("^\\*\\*\\* in database \\w+ \\*\\*\\*\\s+", "").replace('\n', ' ');
      return "ok".equals(answer) ? Optional.empty() : Optional.of(check + " says: " + complaint);
    } catch (SQLException e) {
      return Damage.told(e).map(why -> check + " failed: " + why);
    }
  }
}
