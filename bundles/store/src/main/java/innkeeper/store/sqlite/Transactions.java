package innkeeper.store.sqlite;

import java.sql.SQLException;
import java.sql.Statement;

/** The handling of a failed transaction. */
public final class Transactions {

  private Transactions() {}

  /** Rolls back. SQLite may have rolled back already; a failure is added to the first one. */
  public static void rollBack(Statement statement, Exception cause) {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
