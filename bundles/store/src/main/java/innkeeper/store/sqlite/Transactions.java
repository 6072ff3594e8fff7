package innkeeper.store.sqlite;

import java.sql.SQLException;
import java.sql.Statement;

/** What every failed transaction needs. */
final class Transactions {

  private Transactions() {}

  /** Rolls back; a failure of that (SQLite may have done it already) goes with the first one. */
  static void rollBack(Statement statement, Exception cause) {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
