package innkeeper.store.restore;

import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.RestorePreview.Rows;
import innkeeper.store.snapshot.DatabaseSummary;
import innkeeper.store.sqlite.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The differences between bot.db and a backup.
 *
 * @param now the desired state and definition in bot.db, by channelId
 * @param then the same in the backup
 * @param rows the number of rows by table, without the tables that a start fills itself
 * @param common the last audit entry that both databases have
 * @param newer the number of entries that the backup does not have
 */
public record Difference(
    Map<String, String> now,
    Map<String, String> then,
    Map<String, Rows> rows,
    long common,
    long newer) {

  /** The tables that a host fills at its start; they are not compared. */
  private static final Set<String> INTERNAL = Set.of("taken_in", "project_digest");

  /**
   * Compares two databases.
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
        Sql.number(here, "SELECT count(*) FROM audit WHERE seq > " + common));
  }

  static Map<String, String> projects(Connection connection) throws SQLException {
    return Sql.all(
            connection,
            rows -> Map.entry(rows.getString(1), rows.getString(2)),
            "SELECT channel_id, desired || definition FROM project")
        .stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
  }

  /** Returns the differences in terms of projects, without database terms. */
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
