package innkeeper.store.table;

import innkeeper.api.store.IncidentStore.StoredIncident;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Schema;
import innkeeper.store.sqlite.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code incident}. It does not change {@code user_version}: a release that does not know
 * the table ignores it. Times are milliseconds since 1970. An open incident has no end time.
 */
public final class IncidentTable {

  /**
   * The schema of the table, created once in each database. A released statement is never changed.
   */
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE incident (
            id INTEGER PRIMARY KEY,
            channel_id TEXT NOT NULL,
            began INTEGER NOT NULL,
            ended INTEGER,
            body TEXT NOT NULL
          ) STRICT""",
          "CREATE INDEX incident_by_time ON incident (began, ended, channel_id)");

  private static final String COLUMNS = "id, channel_id, began, ended, body";

  private IncidentTable() {}

  /** Creates the table if it is missing, in its own transaction. */
  public static void make(Connection connection) throws SQLException {
    if (Schema.names(connection).contains("incident")) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      try {
        for (String sql : SCHEMA) {
          statement.execute(sql);
        }
        statement.execute("COMMIT");
      } catch (SQLException e) {
        Transactions.rollBack(statement, e);
        throw e;
      }
    }
  }

  /** Stores an incident; returns its id. An incident with id 0 is new and gets the next id. */
  public static long put(Connection connection, StoredIncident incident) throws SQLException {
    // The new id is computed here, because the driver is configured not to query generated keys.
    long id =
        incident.id() > 0
            ? incident.id()
            : 1 + Connections.number(connection, "SELECT coalesce(max(id), 0) FROM incident");
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "INSERT OR REPLACE INTO incident (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?)")) {
      upsert.setLong(1, id);
      upsert.setString(2, incident.channelId());
      upsert.setLong(3, incident.from().toEpochMilli());
      if (incident.to().isPresent()) {
        upsert.setLong(4, incident.to().get().toEpochMilli());
      }
      upsert.setString(5, incident.body());
      upsert.executeUpdate();
      return id;
    }
  }

  /** Returns the incidents that overlap the time range, newest first. */
  public static List<StoredIncident> find(
      Connection connection,
      Collection<String> channelIds,
      Instant from,
      Instant to,
      Optional<Boolean> open,
      int limit)
      throws SQLException {
    StringBuilder sql =
        new StringBuilder("SELECT " + COLUMNS + " FROM incident WHERE began <= ?")
            .append(" AND (ended IS NULL OR ended >= ?)");
    open.ifPresent(lasts -> sql.append(lasts ? " AND ended IS NULL" : " AND ended IS NOT NULL"));
    if (!channelIds.isEmpty()) {
      String marks = String.join(", ", Collections.nCopies(channelIds.size(), "?"));
      sql.append(" AND channel_id IN (").append(marks).append(')');
    }
    sql.append(" ORDER BY began DESC, id DESC LIMIT ?");
    try (PreparedStatement select = connection.prepareStatement(sql.toString())) {
      int at = 1;
      select.setLong(at++, millis(to));
      select.setLong(at++, millis(from));
      for (String channelId : channelIds) {
        select.setString(at++, channelId);
      }
      select.setInt(at, limit);
      return rows(select);
    }
  }

  /**
   * Converts a time to milliseconds. Times in the far past and far future are limited, so that they
   * do not overflow.
   */
  private static long millis(Instant time) {
    long seconds = Math.max(-1L << 40, Math.min(1L << 40, time.getEpochSecond()));
    return seconds * 1000 + time.getNano() / 1_000_000;
  }

  /** Returns the incident with the given id. */
  public static Optional<StoredIncident> at(Connection connection, long id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT " + COLUMNS + " FROM incident WHERE id = ?")) {
      select.setLong(1, id);
      return rows(select).stream().findFirst();
    }
  }

  /**
   * Deletes incidents that ended before the given time, then the oldest closed ones beyond the
   * limits of number and size.
   */
  public static int prune(Connection connection, Instant before, int most, long mostBytes)
      throws SQLException {
    int gone = 0;
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM incident WHERE ended < ?")) {
      delete.setLong(1, millis(before));
      gone += delete.executeUpdate();
    }
    try (PreparedStatement delete =
        connection.prepareStatement(
            """
            DELETE FROM incident WHERE ended IS NOT NULL AND id IN (
              SELECT id FROM (
                SELECT id, row_number() OVER newest AS number,
                  sum(length(CAST(body AS BLOB))) OVER newest AS bytes
                FROM incident WINDOW newest AS (ORDER BY began DESC, id DESC))
              WHERE number > ? OR bytes > ?)""")) {
      delete.setInt(1, most);
      delete.setLong(2, mostBytes);
      gone += delete.executeUpdate();
    }
    return gone;
  }

  private static List<StoredIncident> rows(PreparedStatement select) throws SQLException {
    List<StoredIncident> found = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        long ended = rows.getLong(4);
        Optional<Instant> to =
            rows.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ended));
        found.add(
            new StoredIncident(
                rows.getLong(1),
                rows.getString(2),
                Instant.ofEpochMilli(rows.getLong(3)),
                to,
                rows.getString(5)));
      }
    }
    return List.copyOf(found);
  }
}
