package innkeeper.store.snapshot;

import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.store.sqlite.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The reader of the key figures of a database. */
public final class DatabaseSummary {

  private DatabaseSummary() {}

  /** Returns the number of rows by table name. */
  public static Map<String, Long> rows(Connection connection) throws SQLException {
    List<String> tables =
        Sql.all(
            connection,
            Sql::text,
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%'"
                + " ESCAPE '\\'");
    Map<String, Long> rows = new TreeMap<>();
    for (String table : tables) {
      String quoted = '"' + table.replace("\"", "\"\"") + '"';
      rows.put(table, Sql.number(connection, "SELECT count(*) FROM " + quoted));
    }
    return rows;
  }

  /** Returns the number of the last audit entry; 0 if the audit record is empty. */
  static long lastAuditSeq(Connection connection) throws SQLException {
    return Sql.number(connection, "SELECT max(seq) FROM audit");
  }

  /**
   * Returns all key figures. The hash is a parameter, because it requires reading the whole file.
   *
   * @throws StoreException if a table is missing: a truncated copy opens as a sound, empty database
   */
  public static SnapshotFacts read(Connection connection, long bytes, String sha256)
      throws SQLException {
    Map<String, Long> rows = rows(connection);
    for (String table : List.of("project", "audit")) {
      if (!rows.containsKey(table)) {
        throw new StoreException("it has no table " + table);
      }
    }
    return new SnapshotFacts(
        bytes,
        sha256,
        (int) Sql.number(connection, "PRAGMA user_version"),
        rows,
        lastAuditSeq(connection));
  }
}
