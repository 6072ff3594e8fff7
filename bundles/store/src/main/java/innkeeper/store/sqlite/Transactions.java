package innkeeper.store.sqlite;

import java.sql.SQLException;
import java.sql.Statement;

/** What every failed transaction needs. */
public final class Transactions {

  private Transactions() {}

  /** Rolls back; a failure of that (SQLite may have done it already) goes with the first one. */
  public static void rollBack(Statement statement, Exception cause) {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
