package innkeeper.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Whether a database is sound by SQLite's own checks. Sound is not yet complete. */
public final class Integrity {

  private Integrity() {}

  /** Checks a file at rest without changing anything; empty when it is sound. */
  public static Optional<String> fault(Path file) {
    try (Connection connection = Connections.immutable(file)) {
      return fault(connection, "integrity_check");
    } catch (SQLException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * @param check {@code quick_check} or {@code integrity_check}
   * @return the first complaint; empty when there is none
   */
  public static Optional<String> fault(Connection connection, String check) {
    try {
      String answer = Connections.text(connection, "PRAGMA " + check + "(1)");
      return "ok".equals(answer) ? Optional.empty() : Optional.of(check + " says: " + answer);
    } catch (SQLException e) {
      return Optional.of(check + " failed: " + e.getMessage());
    }
  }
}
