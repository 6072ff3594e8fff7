package innkeeper.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs single statements, with the values of their parameters in order. */
public final class Sql {

  /** Reads the current row of a result. */
  @FunctionalInterface
  public interface Row<T> {
    T of(ResultSet rows) throws SQLException;
  }

  /** A query on a connection. */
  @FunctionalInterface
  public interface Query<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Statements that take effect together or not at all. */
  @FunctionalInterface
  public interface Together<T> {
    T run() throws SQLException;
  }

  private Sql() {}

  /** Prepares a statement. The caller closes it. */
  public static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /**
   * Returns all rows. A PRAGMA that returns a row takes effect only after its last row. The PRAGMA
   * journal_mode first returns "wal" and may fail afterwards.
   */
  public static <T> List<T> all(Connection connection, Row<T> row, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement select = prepare(connection, sql, values);
        ResultSet rows = select.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(row.of(rows));
      }
      return all;
    }
  }

  /** Returns the first row, after reading all. */
  public static <T> Optional<T> first(
      Connection connection, Row<T> row, String sql, Object... values) throws SQLException {
    return all(connection, row, sql, values).stream().findFirst();
  }

  /** Returns the first column of the first row as a number; 0 if the result is empty. */
  public static long number(Connection connection, String sql, Object... values)
      throws SQLException {
    return first(connection, rows -> rows.getLong(1), sql, values).orElse(0L);
  }

  /** Returns the first column of the first row as text; "" if the result is empty. */
  public static String text(Connection connection, String sql, Object... values)
      throws SQLException {
    return first(connection, Sql::text, sql, values).orElse("");
  }

  /** Reads the first column as text; a NULL is {@code "null"}. */
  public static String text(ResultSet rows) throws SQLException {
    return String.valueOf(rows.getString(1));
  }

  /** Returns whether a table, index or trigger exists whose name begins so. */
  public static boolean exists(Connection connection, String prefix) throws SQLException {
    return number(connection, "SELECT count(*) FROM sqlite_schema WHERE name GLOB ?", prefix + "*")
        > 0;
  }

  /** Executes a statement without a result; returns the number of changed rows. */
  public static int update(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement update = prepare(connection, sql, values)) {
      return update.executeUpdate();
    }
  }

  /** Executes a statement without parameters, and ignores its result. */
  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Executes statements in one transaction on a connection that no other thread uses. */
  public static <T> T transaction(Connection connection, Together<T> statements)
      throws SQLException {
    execute(connection, "BEGIN IMMEDIATE");
    try {
      T result = statements.run();
      execute(connection, "COMMIT");
      return result;
    } catch (SQLException | RuntimeException e) {
      try {
        execute(connection, "ROLLBACK");
      } catch (SQLException second) {
        e.addSuppressed(second); // SQLite may have rolled back already.
      }
      throw e;
    }
  }
}
