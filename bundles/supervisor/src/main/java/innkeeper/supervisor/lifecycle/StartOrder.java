package innkeeper.supervisor.lifecycle;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which projects wait for others, by the {@code after} lists of the present definitions.
 * Returns at once; safe for many threads.
 *
 * <p>A start waits only for predecessors that are starting, up to 30 s, and does not start stopped
 * ones. A stop waits for those that start after it if they are being stopped too. It waits 250 ms
 * for further requests, because a caller that stops several projects sends one request after
 * another.
 */
public final class StartOrder {

  private final Map<String, Project> projects;

  /**
   * @param projects by channelId; other threads may change the map
   */
  public StartOrder(Map<String, Project> projects) {
    this.projects = projects;
  }

  /**
   * Returns the definitions, each behind those that it names in {@code after}; a circle is cut at
   * any place.
   */
  public static List<ProjectDefinition> of(Collection<ProjectDefinition> definitions) {
    Map<String, ProjectDefinition> byId = new LinkedHashMap<>();
    definitions.forEach(d -> byId.put(d.channelId(), d));
    List<ProjectDefinition> ordered = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    byId.keySet().forEach(id -> visit(id, byId, seen, ordered));
    return ordered;
  }

  private static void visit(
      String id,
      Map<String, ProjectDefinition> byId,
      Set<String> seen,
      List<ProjectDefinition> ordered) {
    ProjectDefinition d = byId.get(id);
    if (d != null && seen.add(id)) {
      d.after().forEach(before -> visit(before, byId, seen, ordered));
      ordered.add(d);
    }
  }

  /**
   * Returns the channelId of a predecessor that is starting and not ready yet; empty without one.
   */
  Optional<String> toStart(ProjectDefinition definition) {
    return definition.after().stream()
        .filter(id -> Optional.ofNullable(projects.get(id)).filter(StartOrder::starts).isPresent())
        .findFirst();
  }

  private static boolean starts(Project before) {
    ProjectStatus now = before.status();
    return switch (now.state()) {
      case STARTING, BACKOFF -> true;
      case RUNNING -> before.definition().health().isPresent() && !now.health().ready();
      default -> false;
    };
  }

  /**
   * Returns the channelId of a project that starts after this one and so has to end first; empty
   * without one.
   *
   * @param lately whether projects count that have no stop request yet: a caller that stops several
   *     at once may be about to send it
   */
  Optional<String> toStop(ProjectDefinition definition, boolean lately) {
    return projects.values().stream()
        .filter(other -> other.definition().after().contains(definition.channelId()))
        .map(Project::status)
        .filter(now -> lately || now.lifecycle().desired() == Desired.STOPPED)
        .filter(StartOrder::lives)
        .map(ProjectStatus::channelId)
        .findFirst();
  }

  private static boolean lives(ProjectStatus now) {
    return switch (now.state()) {
      case STARTING, RUNNING, STOPPING -> true;
      default -> false;
    };
  }
}
