package innkeeper.store.table;

import innkeeper.store.sqlite.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The digests of the rows of table {@code project}. They show whether a row is damaged, or was lost
 * without being removed. They do not change {@code user_version}: a release that does not know them
 * can write the database. The triggers then set the digests of the written rows to void.
 */
public final class ProjectDigests {

  /**
   * The schema of the digests, created once in each database. A released statement is never
   * changed.
   */
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

  /** Returns whether a release with digests has opened this database before. */
  public static boolean kept(Connection connection) throws SQLException {
    return Sql.exists(connection, "project_digest");
  }

  /** Renews the digest of a written row in the same transaction; returns the row. */
  public static ProjectRow renew(Connection connection, String channelId) throws SQLException {
    ProjectRow row = ProjectRow.of(connection, channelId);
    write(connection, row);
    return row;
  }

  private static void write(Connection connection, ProjectRow row) throws SQLException {
    Sql.update(
        connection,
        "UPDATE project_digest SET digest = ? WHERE project_id = ?",
        row.digest(),
        row.id());
  }

  /**
   * Computes the missing digests in its own transaction: all of them in a database without digests,
   * else only the void ones.
   *
   * @return the channelIds of the projects with new digests
   */
  public static List<String> renewVoid(Connection connection) throws SQLException {
    return Sql.transaction(
        connection,
        () -> {
          if (!kept(connection)) {
            for (String sql : SCHEMA) {
              Sql.execute(connection, sql);
            }
            Sql.execute(connection, "INSERT INTO project_digest SELECT id, 'void' FROM project");
          }
          List<String> renewed = new ArrayList<>();
          for (ProjectRow row : ProjectRow.all(connection)) {
            if (row.unproven()) {
              write(connection, row);
              renewed.add(row.channelId());
            }
          }
          return renewed;
        });
  }

  /** Returns whether {@link #renewVoid} would change the database. */
  public static boolean anyVoid(Connection connection) throws SQLException {
    return !kept(connection)
        || Sql.number(
                connection,
                "SELECT count(*) FROM project_digest WHERE digest = '" + ProjectRow.VOID + "'")
            > 0;
  }

  /**
   * Checks the digests of all rows. A database without digests is accepted.
   *
   * @throws SQLException with {@link innkeeper.store.sqlite.Damage#CORRUPT} if a row is damaged;
   *     the message names the row
   */
  public static void check(Connection connection) throws SQLException {
    if (kept(connection)) {
      ProjectRow.all(connection);
    }
  }
}
