package innkeeper.api.project;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a container engine shall do with a project, for {@code export --format}. It has no effect on
 * a host. Immutable.
 *
 * @param replicas how many copies the engine runs; 1 or more
 * @param constraints which nodes may run it, in the form of Docker's {@code --constraint}: {@code
 *     node.labels.disk==ssd}; all must hold
 * @param image the image of its container, with Innkeeper and the program in it; empty for the
 *     exporter's default
 */
public record EngineDeployment(int replicas, List<String> constraints, Optional<String> image) {

  /** One copy, anywhere. */
  public static final EngineDeployment DEFAULT =
      new EngineDeployment(1, List.of(), Optional.empty());

  /**
   * Copies the list and checks that nothing is null. {@link Definitions} checks the values.
   *
   * @throws NullPointerException if a component or an element is null
   */
  public EngineDeployment {
    constraints = List.copyOf(constraints);
    Objects.requireNonNull(image);
  }
}
