package innkeeper.store.restore;

import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.RestorePreview.Rows;
import innkeeper.store.snapshot.DatabaseSummary;
import innkeeper.store.sqlite.Connections;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What two databases do not have in common.
 *
 * @param now definition and desired state by channelId
 * @param then the same of the backup
 * @param rows by table; those that a start makes for itself are left out
 * @param common the last audit entry that both have
 * @param newer how many entries the backup does not have
 */
public record Difference(
    Map<String, String> now,
    Map<String, String> then,
    Map<String, Rows> rows,
    long common,
    long newer) {

  /** What a start makes for itself. */
  private static final Set<String> INTERNAL = Set.of("taken_in", "project_digest");

  /**
   * Reads both.
   *
   * @param here bot.db, or a copy of it
   * @param there the backup
   */
  public static Difference of(Connection here, Connection there) throws SQLException {
    Map<String, Long> then = DatabaseSummary.rows(there);
    Map<String, Rows> rows = new TreeMap<>();
    DatabaseSummary.rows(here)
        .forEach(
            (table, count) -> {
              if (!INTERNAL.contains(table)) {
                rows.put(table, new Rows(count, then.getOrDefault(table, 0L)));
              }
            });
    long common = CarriedEntries.common(here, there);
    return new Difference(
        projects(here),
        projects(there),
        rows,
        common,
        Connections.number(here, "SELECT count(*) FROM audit WHERE seq > " + common));
  }

  static Map<String, String> projects(Connection connection) throws SQLException {
    Map<String, String> projects = new LinkedHashMap<>();
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT channel_id, desired || definition FROM project ORDER BY channel_id");
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        projects.put(rows.getString(1), rows.getString(2));
      }
    }
    return projects;
  }

  /** For whoever knows nothing of databases. */
  public RestorePreview preview(Path backup) {
    List<String> gained = new ArrayList<>();
    List<String> changed = new ArrayList<>();
    then.forEach(
        (id, definition) -> {
          if (!now.containsKey(id)) {
            gained.add(id);
          } else if (!now.get(id).equals(definition)) {
            changed.add(id);
          }
        });
    List<String> lost = now.keySet().stream().filter(id -> !then.containsKey(id)).toList();
    return new RestorePreview(backup.getFileName().toString(), gained, changed, lost, rows, newer);
  }
}
