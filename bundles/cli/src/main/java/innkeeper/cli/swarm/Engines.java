package innkeeper.cli.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of the nodes' engines, from a file. Its lines are {@code NODE = unix:///PATH} or
 * {@code ssh://USER@BOX}; NODE is a node's name or id. The first line names a manager. Without a
 * file, the manager is the docker client's default engine.
 */
final class Engines {

  private final Map<String, String> byNode;

  private Engines(Map<String, String> byNode) {
    this.byNode = byNode;
  }

  /**
   * @param file the path of the file; "" for no file
   * @throws IllegalArgumentException with the line that is wrong
   */
  static Engines in(String file) throws IOException {
    Map<String, String> engines = new LinkedHashMap<>();
    if (file.isEmpty()) {
      return new Engines(engines);
    }
    int number = 0;
    for (String raw : Files.readAllLines(Path.of(file))) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("\\s*=\\s*", 2);
      if (parts.length < 2 || !parts[1].matches("(unix|ssh|tcp)://[^\\s]+")) {
        throw new IllegalArgumentException(
            file
                + " line "
                + number
                + " is "
                + line
                + "; allowed: NODE = unix:///PATH or ssh://BOX");
      }
      engines.put(parts[0], parts[1]);
    }
    if (engines.isEmpty()) {
      throw new IllegalArgumentException(file + " names no engine; needed: one a line");
    }
    return new Engines(engines);
  }

  /**
   * Returns the manager's address in the form of {@code docker -H}; "" for the client's default.
   */
  String manager() {
    return byNode.values().stream().findFirst().orElse("");
  }

  /** Returns the engine of a node; empty if the file does not name the node. */
  Optional<String> of(SwarmStack.Node node) {
    return Optional.ofNullable(byNode.getOrDefault(node.name(), byNode.get(node.id())));
  }
}
