package innkeeper.store;

import innkeeper.api.store.IncidentStore;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.write.Writer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The store of incidents in table {@code incident}. The table does not change {@code user_version}:
 * a release that does not know it ignores it. Times are milliseconds since 1970. An open incident
 * has no end time.
 */
final class SqliteIncidents implements IncidentStore {

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
          ) STRICT\
          """,
          "CREATE INDEX incident_by_time ON incident (began, ended, channel_id)");

  private static final String NOT_LAST = "id < (SELECT max(id) FROM incident)";
  private static final String COLUMNS = "id, channel_id, began, ended, body";

  private final Writer writer;
  private final Readers readers;

  SqliteIncidents(Writer writer, Readers readers) {
    this.writer = writer;
    this.readers = readers;
  }

  /** Creates the table if it is missing, in its own transaction. */
  static void make(Connection connection) throws SQLException {
    if (!Sql.exists(connection, "incident")) {
      Sql.transaction(
          connection,
          () -> {
            for (String sql : SCHEMA) {
              Sql.execute(connection, sql);
            }
            return null;
          });
    }
  }

  @Override
  public List<Long> put(List<StoredIncident> incidents) {
    if (incidents.isEmpty()) {
      return List.of();
    }
    return writer.write(
        transaction -> {
          List<Long> ids = new ArrayList<>();
          for (StoredIncident incident : incidents) {
            ids.add(put(transaction.connection(), incident));
          }
          return List.copyOf(ids);
        });
  }

  /** Stores an incident; returns its id. An incident with id 0 is new and gets the next id. */
  private static long put(Connection connection, StoredIncident incident) throws SQLException {
    // The new id is computed here, because the driver is configured not to query generated keys.
    long id =
        incident.id() > 0
            ? incident.id()
            : 1 + Sql.number(connection, "SELECT coalesce(max(id), 0) FROM incident");
    Sql.update(
        connection,
        "INSERT OR REPLACE INTO incident (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?)",
        id,
        incident.channelId(),
        incident.from().toEpochMilli(),
        incident.to().map(Instant::toEpochMilli).orElse(null),
        incident.body());
    return id;
  }

  /** Returns the incidents that overlap the time range, newest first. */
  @Override
  public List<StoredIncident> find(
      Collection<String> channelIds, Instant from, Instant to, Optional<Boolean> open, int limit) {
    StringBuilder where = new StringBuilder("began <= ? AND (ended IS NULL OR ended >= ?)");
    List<Object> values = new ArrayList<>(List.of(millis(to), millis(from)));
    open.ifPresent(lasts -> where.append(" AND ended IS ").append(lasts ? "NULL" : "NOT NULL"));
    if (!channelIds.isEmpty()) {
      String marks = String.join(", ", Collections.nCopies(channelIds.size(), "?"));
      where.append(" AND channel_id IN (").append(marks).append(')');
      values.addAll(channelIds);
    }
    values.add(limit);
    return select(where + " ORDER BY began DESC, id DESC LIMIT ?", values.toArray());
  }

  @Override
  public Optional<StoredIncident> incident(long id) {
    return select("id = ?", id).stream().findFirst();
  }

  private List<StoredIncident> select(String where, Object... values) {
    String sql = "SELECT " + COLUMNS + " FROM incident WHERE " + where;
    return readers.read(
        "the incidents",
        connection -> List.copyOf(Sql.all(connection, SqliteIncidents::row, sql, values)));
  }

  private static StoredIncident row(ResultSet rows) throws SQLException {
    long ended = rows.getLong(4);
    Optional<Instant> to =
        rows.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ended));
    return new StoredIncident(
        rows.getLong(1),
        rows.getString(2),
        Instant.ofEpochMilli(rows.getLong(3)),
        to,
        rows.getString(5));
  }

  /**
   * Converts a time to milliseconds. Times in the far past and far future are limited, so that they
   * do not overflow.
   */
  private static long millis(Instant time) {
    long seconds = Math.max(-1L << 40, Math.min(1L << 40, time.getEpochSecond()));
    return seconds * 1000 + time.getNano() / 1_000_000;
  }

  /**
   * Deletes incidents that ended before the given time, then the oldest closed ones beyond the
   * limits of number and size. The one with the highest id stays, so that its id is not used again.
   */
  @Override
  public int prune(Instant before, int most, long mostBytes) {
    return writer.write(
        transaction ->
            Sql.update(
                    transaction.connection(),
                    "DELETE FROM incident WHERE ended < ? AND " + NOT_LAST,
                    millis(before))
                + Sql.update(
                    transaction.connection(),
                    """
                    DELETE FROM incident WHERE ended IS NOT NULL AND id IN (
                      SELECT id FROM (
                        SELECT id, row_number() OVER newest AS number,
                          sum(length(CAST(body AS BLOB))) OVER newest AS bytes
                        FROM incident WINDOW newest AS (ORDER BY began DESC, id DESC))
                      WHERE number > ? OR bytes > ?) AND\s\
                    """
                        + NOT_LAST,
                    most,
                    mostBytes));
  }
}
