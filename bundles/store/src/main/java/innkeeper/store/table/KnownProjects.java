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
 * What is on disk of every project, in memory as well: the last copy where bot.db is taken away
 * under the running host. Safe for many threads; changed by the writer's only.
 */
public final class KnownProjects {

  private final Map<String, ProjectRow> rows = new ConcurrentSkipListMap<>();

  /** What is in that database now. */
  public static KnownProjects of(Connection connection) throws SQLException {
    KnownProjects known = new KnownProjects();
    ProjectRow.all(connection).forEach(known::put);
    return known;
  }

  /** The channelIds. */
  public Set<String> ids() {
    return Set.copyOf(rows.keySet());
  }

  /** A JSON array of those definitions that can be read, as {@code innkeeper apply} takes it. */
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

  /** Desired states, by channelId. */
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
