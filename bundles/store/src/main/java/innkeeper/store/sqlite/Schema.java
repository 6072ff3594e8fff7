package innkeeper.store.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Whether a database's tables, indexes and triggers are the ones that were made. */
public final class Schema {

  private Schema() {}

  /** The names of everything that is defined. */
  public static Set<String> names(Connection connection) throws SQLException {
    return column(connection, "SELECT name FROM sqlite_schema");
  }

  /**
   * What is missing or altered; empty when nothing is. What was added is no fault: a later release
   * may have, without changing what this one needs.
   *
   * @param statements which made it, in order
   */
  public static Optional<String> fault(Connection connection, List<String> statements)
      throws SQLException {
    Set<String> there = objects(connection);
    for (String object : expected(statements)) {
      if (!there.contains(object)) {
        String name = object.substring(0, object.indexOf('\n'));
        return Optional.of("its schema was altered: " + name + " is not as it was made");
      }
    }
    return Optional.empty();
  }

  /** Made anew in memory, for SQLite decides how a statement is kept. */
  private static Set<String> expected(List<String> statements) throws SQLException {
    try (Connection memory = Connections.memory();
        Statement statement = memory.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
      return objects(memory);
    }
  }

  private static Set<String> objects(Connection connection) throws SQLException {
    return column(
        connection,
        "SELECT type || ' ' || name || char(10) || tbl_name || char(10) || coalesce(sql, '')"
            + " FROM sqlite_schema");
  }

  private static Set<String> column(Connection connection, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(String.valueOf(rows.getString(1)));
      }
    }
    return new TreeSet<>(values);
  }
}
