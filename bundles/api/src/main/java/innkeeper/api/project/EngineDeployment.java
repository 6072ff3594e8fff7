package innkeeper.api.project;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The instructions of a project for a container engine, for {@code export --format}. They have no
 * effect on a host. Immutable.
 *
 * @param replicas the number of copies that the engine runs; 1 or more
 * @param constraints the conditions for a node, in the form of Docker's {@code --constraint}:
 *     {@code node.labels.disk==ssd}; a node must satisfy all of them
 * @param image the image of its container, with Innkeeper and the program in it; empty for the
 *     exporter's default
 */
public record EngineDeployment(int replicas, List<String> constraints, Optional<String> image) {

  /** The default: one copy on any node. */
  public static final EngineDeployment DEFAULT =
      new EngineDeployment(1, List.of(), Optional.empty());

  /**
   * Copies the list and checks that no value is null. {@link Definitions} checks the values.
   *
   * @throws NullPointerException if a component or an element is null
   */
  public EngineDeployment {
    constraints = List.copyOf(constraints);
    Objects.requireNonNull(image);
  }
}
