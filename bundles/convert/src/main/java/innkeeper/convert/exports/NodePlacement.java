package innkeeper.convert.exports;

import innkeeper.api.project.ProjectDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Converts Docker's constraints of a project to a node affinity of Kubernetes. */
final class NodePlacement {

  private static final String LABEL = "node.labels.";

  /** The attributes of a node that Docker and Kubernetes both have, under different names. */
  private static final Map<String, String> ALIKE =
      Map.of(
          "node.hostname", "kubernetes.io/hostname",
          "node.platform.os", "kubernetes.io/os",
          "node.platform.arch", "kubernetes.io/arch");

  private NodePlacement() {}

  /** Returns the affinity; null if the project has no constraint that Kubernetes can express. */
  static Map<String, Object> affinity(ProjectDefinition project, ExportNotes notes) {
    List<Object> expressions = new ArrayList<>();
    for (String constraint : project.deploy().constraints()) {
      String[] parts = constraint.split(" *[=!]= *");
      String key =
          parts[0].startsWith(LABEL)
              ? parts[0].substring(LABEL.length())
              : ALIKE.getOrDefault(parts[0], "");
      if (key.isEmpty()) {
        notes.lost(
            project.channelId(),
            "deploy.constraints " + constraint,
            "Kubernetes has nothing like " + parts[0]);
        continue;
      }
      String operator = constraint.contains("!=") ? "NotIn" : "In";
      expressions.add(
          YamlText.mapping("key", key, "operator", operator, "values", List.of(parts[1])));
    }
    if (expressions.isEmpty()) {
      return null;
    }
    Object terms = List.of(Map.of("matchExpressions", expressions));
    return Map.of(
        "nodeAffinity",
        Map.of(
            "requiredDuringSchedulingIgnoredDuringExecution", Map.of("nodeSelectorTerms", terms)));
  }
}
