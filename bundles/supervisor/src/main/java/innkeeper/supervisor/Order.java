package innkeeper.supervisor;

import innkeeper.api.project.ProjectDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sorts definitions so that predecessors come first. */
final class Order {

  private Order() {}

  /**
   * Returns the definitions, each behind those that it names in {@code after}; a circle is cut at
   * any place.
   */
  static List<ProjectDefinition> of(Collection<ProjectDefinition> definitions) {
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
}
