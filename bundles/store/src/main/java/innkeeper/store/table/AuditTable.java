package innkeeper.store.table;

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

  /** The statement that inserts one row. */
  public static final String INSERT =
      "INSERT INTO audit (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private AuditTable() {}

  public static void insert(PreparedStatement insert, AuditRow link) throws SQLException {
    insert.setLong(1, link.seq());
    insert.setString(2, link.ts());
    insert.setString(3, link.action());
    insert.setString(4, link.channelId());
    insert.setString(5, link.via());
    insert.setString(6, link.uid());
    insert.setString(7, link.program());
    insert.setString(8, link.outcome());
    insert.setString(9, link.detail());
    insert.setString(10, link.prevHash());
    insert.setString(11, link.hash());
    insert.executeUpdate();
  }

  /** Returns the last row. */
  public static Optional<AuditRow> last(Connection connection) throws SQLException {
    return one(connection, "SELECT " + COLUMNS + " FROM audit ORDER BY seq DESC LIMIT 1", -1);
  }

  /** Returns the row with the given number. */
  public static Optional<AuditRow> at(Connection connection, long seq) throws SQLException {
    return one(connection, "SELECT " + COLUMNS + " FROM audit WHERE seq = ?", seq);
  }

  private static Optional<AuditRow> one(Connection connection, String sql, long seq)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      if (seq >= 0) {
        select.setLong(1, seq);
      }
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? Optional.of(link(rows)) : Optional.empty();
      }
    }
  }

  /**
   * Prepares the query for the rows after {@code seq}, in order. The method {@link #link} reads its
   * result.
   */
  public static PreparedStatement after(Connection connection, long seq) throws SQLException {
    PreparedStatement select =
        connection.prepareStatement("SELECT " + COLUMNS + " FROM audit WHERE seq > ? ORDER BY seq");
    select.setLong(1, seq);
    return select;
  }

  /**
   * Returns at most {@code most} rows, newest first. An empty channelId or action matches all rows.
   */
  public static List<AuditRow> page(
      Connection connection, int most, long before, String channelId, String action)
      throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT " + COLUMNS + " FROM audit WHERE seq < ?");
    if (!channelId.isEmpty()) {
      sql.append(" AND channel_id = ?");
    }
    if (!action.isEmpty()) {
      sql.append(" AND action = ?");
    }
    sql.append(" ORDER BY seq DESC LIMIT ?");
    try (PreparedStatement select = connection.prepareStatement(sql.toString())) {
      int at = 1;
      select.setLong(at++, before);
      if (!channelId.isEmpty()) {
        select.setString(at++, channelId);
      }
      if (!action.isEmpty()) {
        select.setString(at++, action);
      }
      select.setInt(at, most);
      List<AuditRow> links = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          links.add(link(rows));
        }
      }
      return links;
    }
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
