package innkeeper.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The check whether the tables, indexes and triggers of a database are unchanged. */
public final class Schema {

  private Schema() {}

  /** Returns the names of all tables, indexes and triggers. */
  public static Set<String> names(Connection connection) throws SQLException {
    return column(connection, "SELECT name FROM sqlite_schema");
  }

  /**
   * Returns the first object that is missing or altered; empty if the schema is complete.
   * Additional objects are allowed: a later release may add them without changing the ones needed
   * here.
   *
   * @param statements the statements that created the schema, in order
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
    return column(
        connection,
        "SELECT type || ' ' || name || char(10) || tbl_name || char(10) || coalesce(sql, '')"
            + " FROM sqlite_schema");
  }

  private static Set<String> column(Connection connection, String sql) throws SQLException {
    return new TreeSet<>(Sql.all(connection, Sql::text, sql));
  }
}
