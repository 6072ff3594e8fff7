package innkeeper.store.table;

import innkeeper.store.sqlite.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The queries on table {@code audit}. */
public final class AuditTable {

  private static final String COLUMNS =
      "seq, ts, action, channel_id, via, uid, program, outcome, detail, prev_hash, hash";

  private static final String SELECT = "SELECT " + COLUMNS + " FROM audit ";

  /** The statement that inserts one row. */
  public static final String INSERT =
      "INSERT INTO audit (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private AuditTable() {}

  public static void insert(PreparedStatement insert, AuditRow link) throws SQLException {
    int column = 1;
    insert.setLong(column++, link.seq());
    for (String text : link.texts()) {
      insert.setString(column++, text);
    }
    insert.setString(column++, link.prevHash());
    insert.setString(column, link.hash());
    insert.executeUpdate();
  }

  /** Returns the last row. */
  public static Optional<AuditRow> last(Connection connection) throws SQLException {
    return Sql.first(connection, AuditTable::link, SELECT + "ORDER BY seq DESC LIMIT 1");
  }

  /** Returns the row with the given number. */
  public static Optional<AuditRow> at(Connection connection, long seq) throws SQLException {
    return Sql.first(connection, AuditTable::link, SELECT + "WHERE seq = ?", seq);
  }

  /**
   * Prepares the query for the rows after {@code seq}, in order. The method {@link #link} reads its
   * result.
   */
  public static PreparedStatement after(Connection connection, long seq) throws SQLException {
    return Sql.prepare(connection, SELECT + "WHERE seq > ? ORDER BY seq", seq);
  }

  /** Returns at most {@code most} rows after {@code seq}, in order. */
  public static List<AuditRow> next(Connection connection, int most, long seq) throws SQLException {
    String sql = SELECT + "WHERE seq > ? ORDER BY seq LIMIT ?";
    return Sql.all(connection, AuditTable::link, sql, seq, most);
  }

  /**
   * Returns at most {@code most} rows, newest first. An empty channelId or action matches all rows.
   */
  public static List<AuditRow> page(
      Connection connection, int most, long before, String channelId, String action)
      throws SQLException {
    StringBuilder sql = new StringBuilder(SELECT + "WHERE seq < ?");
    List<Object> values = new ArrayList<>(List.of(before));
    if (!channelId.isEmpty()) {
      sql.append(" AND channel_id = ?");
      values.add(channelId);
    }
    if (!action.isEmpty()) {
      sql.append(" AND action = ?");
      values.add(action);
    }
    values.add(most);
    sql.append(" ORDER BY seq DESC LIMIT ?");
    return Sql.all(connection, AuditTable::link, sql.toString(), values.toArray());
  }

  /** Returns the current row of a result. */
  public static AuditRow link(ResultSet rows) throws SQLException {
    return new AuditRow(
        rows.getLong(1),
        text(rows, 2),
        text(rows, 3),
        text(rows, 4),
        text(rows, 5),
        text(rows, 6),
        text(rows, 7),
        text(rows, 8),
        text(rows, 9),
        text(rows, 10),
        text(rows, 11));
  }

  private static String text(ResultSet rows, int column) throws SQLException {
    return String.valueOf(rows.getString(column));
  }
}
