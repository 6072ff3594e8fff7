package innkeeper.store.table;

import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Schema;
import innkeeper.store.sqlite.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A digest beside each row of table {@code project}, so that a damaged row is told from a good one,
 * and a row that is gone from one that was removed. {@code user_version} says nothing about them: a
 * release that does not know them opens the file and writes it, and the triggers then void the
 * digests of the rows it writes.
 */
public final class ProjectDigests {

  /** What is made once in each database. A statement that was released is never changed. */
  public static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE project_digest (
            project_id INTEGER PRIMARY KEY,
            digest TEXT NOT NULL
          ) STRICT""",
          """
          CREATE TRIGGER project_digest_insert AFTER INSERT ON project
          BEGIN INSERT OR REPLACE INTO project_digest VALUES (new.id, 'void'); END""",
          """
          CREATE TRIGGER project_digest_update AFTER UPDATE ON project
          BEGIN
            DELETE FROM project_digest WHERE project_id = old.id;
            INSERT OR REPLACE INTO project_digest VALUES (new.id, 'void');
          END""",
          """
          CREATE TRIGGER project_digest_delete AFTER DELETE ON project
          BEGIN DELETE FROM project_digest WHERE project_id = old.id; END""");

  private ProjectDigests() {}

  /** Whether this database has been opened by a release that keeps digests. */
  public static boolean kept(Connection connection) throws SQLException {
    return Schema.names(connection).stream().anyMatch(name -> name.startsWith("project_digest"));
  }

  /** After a row was written, in the same transaction; which row it is now. */
  public static ProjectRow renew(Connection connection, String channelId) throws SQLException {
    ProjectRow row = ProjectRow.of(connection, channelId);
    write(connection, row);
    return row;
  }

  private static void write(Connection connection, ProjectRow row) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE project_digest SET digest = ? WHERE project_id = ?")) {
      update.setString(1, row.digest());
      update.setLong(2, row.id());
      update.executeUpdate();
    }
  }

  /**
   * Makes what is missing: all of it in a database that has no digests yet, else the void ones. In
   * a transaction of its own.
   *
   * @return whose digests are new
   */
  public static List<String> renewVoid(Connection connection) throws SQLException {
    List<String> renewed = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      try {
        if (!kept(connection)) {
          for (String sql : SCHEMA) {
            statement.execute(sql);
          }
          statement.execute("INSERT INTO project_digest SELECT id, 'void' FROM project");
        }
        for (ProjectRow row : ProjectRow.all(connection)) {
          if (row.unproven()) {
            write(connection, row);
            renewed.add(row.channelId());
          }
        }
        statement.execute("COMMIT");
      } catch (SQLException | RuntimeException e) {
        Transactions.rollBack(statement, e);
        throw e;
      }
    }
    return renewed;
  }

  /** Whether there is anything for {@link #renewVoid} to do. */
  public static boolean anyVoid(Connection connection) throws SQLException {
    return !kept(connection)
        || Connections.number(
                connection,
                "SELECT count(*) FROM project_digest WHERE digest = '" + ProjectRow.VOID + "'")
            > 0;
  }

  /**
   * Nothing, if all rows are what was written, or no digests are kept.
   *
   * @throws SQLException with {@link innkeeper.store.sqlite.Damage#CORRUPT} that says which is not
   */
  public static void check(Connection connection) throws SQLException {
    if (kept(connection)) {
      ProjectRow.all(connection);
    }
  }
}
