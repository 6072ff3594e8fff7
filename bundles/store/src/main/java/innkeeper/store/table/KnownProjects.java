package innkeeper.store.table;

import innkeeper.api.project.DefinitionException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/**
 * A copy in memory of all project rows on disk. It is the last copy if bot.db is removed while the
 * host runs. Thread-safe; only the writer's thread changes it.
 */
public final class KnownProjects {

  private final Map<String, ProjectRow> rows = new ConcurrentSkipListMap<>();

  /** Reads all rows of a database. */
  public static KnownProjects of(Connection connection) throws SQLException {
    KnownProjects known = new KnownProjects();
    ProjectRow.all(connection).forEach(known::put);
    return known;
  }

  /** Returns the channelIds. */
  public Set<String> ids() {
    return Set.copyOf(rows.keySet());
  }

  /** Returns the valid definitions as a JSON array for {@code innkeeper apply}. */
  public String definitions() {
    return rows.values().stream()
        .map(ProjectRow::definition)
        .filter(KnownProjects::readable)
        .collect(Collectors.joining(",\n", "[", "]\n"));
  }

  private static boolean readable(String definition) {
    try {
      DefinitionText.read(definition, unknown -> {});
      return true;
    } catch (DefinitionException e) {
      return false;
    }
  }

  /** Returns the desired states by channelId. */
  public Map<String, String> desired() {
    Map<String, String> desired = new TreeMap<>();
    rows.forEach((id, row) -> desired.put(id, row.desired()));
    return desired;
  }

  public void put(ProjectRow row) {
    rows.put(row.channelId(), row);
  }

  public void remove(String channelId) {
    rows.remove(channelId);
  }
}
