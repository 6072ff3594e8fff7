package innkeeper.cli.swarm;

import innkeeper.cli.far.DockerClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of a stack at one moment, as a manager reports it.
 *
 * @param name the name of the stack
 * @param nodes the nodes by their ids
 * @param tasks the tasks, newest first within a place, including past ones that the engine keeps
 * @param services the names of the services, prefixed with the stack's name
 */
public record SwarmStack(
    String name, Map<String, Node> nodes, List<SwarmTask> tasks, List<String> services) {

  /**
   * @param state ready, down, unknown
   * @param availability active, pause, drain
   */
  record Node(String id, String name, String state, String availability) {

    boolean up() {
      return state.equalsIgnoreCase("ready");
    }
  }

  /** A change of node: a place's task runs on another node than its predecessor. */
  record Move(String place, String from, String to, SwarmTask before, SwarmTask now) {}

  /**
   * @param engine the address of a manager's engine
   * @throws IOException with the engine's reason in one line
   */
  static SwarmStack read(String engine, String name) throws IOException {
    Map<String, Node> nodes = new LinkedHashMap<>();
    String node = "{{.ID}}|{{.Hostname}}|{{.Status}}|{{.Availability}}";
    for (String line : DockerClient.lines(engine, List.of(), "node", "ls", "--format", node)) {
      String[] parts = line.split("\\|", 4);
      if (parts.length == 4) {
        nodes.put(parts[0], new Node(parts[0], parts[1], parts[2], parts[3]));
      }
    }
    Map<String, String> services = new LinkedHashMap<>();
    String label = "label=com.docker.stack.namespace=" + name;
    List<String> ids =
        DockerClient.lines(engine, List.of(), "service", "ls", "-q", "--filter", label);
    if (ids.isEmpty()) {
      throw new IOException("unknown stack " + name + "; the manager's: docker stack ls");
    }
    String service = "{{.ID}}|{{.Spec.Name}}";
    for (String line : DockerClient.lines(engine, ids, "service", "inspect", "-f", service)) {
      services.put(line.substring(0, line.indexOf('|')), line.substring(line.indexOf('|') + 1));
    }
    return new SwarmStack(
        name, nodes, tasks(engine, name, services), services.values().stream().sorted().toList());
  }

  private static List<SwarmTask> tasks(String engine, String name, Map<String, String> services)
      throws IOException {
    List<String> ids =
        DockerClient.lines(engine, List.of(), "stack", "ps", "-q", "--no-trunc", name);
    List<SwarmTask> tasks = new ArrayList<>();
    if (!ids.isEmpty()) {
      String[] words = {"inspect", "--type", "task", "-f", SwarmTask.FORMAT};
      for (String line : DockerClient.lines(engine, ids, words)) {
        SwarmTask.read(line, id -> services.getOrDefault(id, id)).ifPresent(tasks::add);
      }
    }
    tasks.sort(
        Comparator.comparing(SwarmTask::service)
            .thenComparing(task -> task.slot().length())
            .thenComparing(SwarmTask::slot)
            .thenComparing(SwarmTask::created, Comparator.reverseOrder()));
    return tasks;
  }

  /** Returns the newest task of each place, which runs now or will run. */
  List<SwarmTask> current() {
    Map<String, SwarmTask> newest = new LinkedHashMap<>();
    tasks.forEach(task -> newest.putIfAbsent(task.place(), task));
    return List.copyOf(newest.values());
  }

  String node(SwarmTask task) {
    Node node = nodes.get(task.nodeId());
    return node == null ? task.nodeId().isEmpty() ? "–" : task.nodeId() : node.name();
  }

  /** Returns the changes of node in the history that the engine keeps, newest first. */
  List<Move> moves() {
    List<Move> moves = new ArrayList<>();
    SwarmTask later = null;
    for (SwarmTask task : tasks) {
      if (task.nodeId().isEmpty()) {
        continue; // The task has no node yet, or never got one.
      }
      boolean same = later != null && later.place().equals(task.place());
      if (same && !later.nodeId().equals(task.nodeId())) {
        moves.add(new Move(task.place(), node(task), node(later), task, later));
      }
      later = task;
    }
    moves.sort(Comparator.comparing((Move move) -> move.now().created()).reversed());
    return moves;
  }
}
