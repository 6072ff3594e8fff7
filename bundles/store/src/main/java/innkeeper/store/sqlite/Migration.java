package innkeeper.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A step of the schema. It runs in one transaction, together with the new {@code user_version}.
 *
 * @param version the {@code user_version} after the step: 1, 2, 3 …
 * @param statements the SQL statements in order
 */
public record Migration(int version, List<String> statements) {

  /** The steps to the schema of this release. A released step is never changed. */
  public static final List<Migration> ALL =
      List.of(
          new Migration(
              1,
              List.of(
                  """
                  CREATE TABLE project (
                    id INTEGER PRIMARY KEY,
                    channel_id TEXT NOT NULL UNIQUE,
                    definition TEXT NOT NULL,
                    desired TEXT NOT NULL CHECK (desired IN ('RUNNING', 'STOPPED'))
                  ) STRICT""",
                  """
                  CREATE TABLE audit (
                    seq INTEGER PRIMARY KEY,
                    ts TEXT NOT NULL,
                    action TEXT NOT NULL,
                    channel_id TEXT NOT NULL,
                    via TEXT NOT NULL,
                    uid TEXT NOT NULL,
                    program TEXT NOT NULL,
                    outcome TEXT NOT NULL,
                    detail TEXT NOT NULL,
                    prev_hash TEXT NOT NULL,
                    hash TEXT NOT NULL
                  ) STRICT""",
                  "CREATE INDEX audit_by_channel ON audit (channel_id, seq)",
                  "CREATE INDEX audit_by_action ON audit (action, seq)",
                  """
                  CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit
                  BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END""",
                  """
                  CREATE TRIGGER audit_stays BEFORE DELETE ON audit
                  BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END""",
                  """
                  CREATE TABLE taken_in (
                    id TEXT PRIMARY KEY,
                    audit_seq INTEGER NOT NULL
                  ) STRICT, WITHOUT ROWID""")));

  /** Returns the {@code user_version} after all steps. */
  public static int newest(List<Migration> all) {
    return all.stream().mapToInt(Migration::version).max().orElse(0);
  }

  /** Runs the missing steps, each in its own transaction. */
  public static void run(Connection connection, List<Migration> all) throws SQLException {
    long have = Sql.number(connection, "PRAGMA user_version");
    for (Migration migration : all) {
      if (migration.version() > have) {
        migration.run(connection);
      }
    }
  }

  private void run(Connection connection) throws SQLException {
    try {
      Sql.transaction(
          connection,
          () -> {
            for (String sql : statements) {
              Sql.execute(connection, sql);
            }
            Sql.execute(connection, "PRAGMA user_version=" + version);
            return null;
          });
    } catch (SQLException e) {
      throw new SQLException("migration to schema " + version + " failed: " + e.getMessage(), e);
    }
  }
}
