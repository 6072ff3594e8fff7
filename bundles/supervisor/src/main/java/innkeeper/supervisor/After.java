package innkeeper.supervisor;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.lifecycle.StartOrder;
import java.util.Map;
import java.util.Optional;

/**
 * The start and stop order of projects, from the {@code after} lists of the present definitions.
 */
final class After implements StartOrder {

  private final Map<String, Project> projects;

  /**
   * @param projects by channelId; other threads may change the map
   */
  After(Map<String, Project> projects) {
    this.projects = projects;
  }

  @Override
  public Optional<String> toStart(ProjectDefinition definition) {
    for (String id : definition.after()) {
      Project before = projects.get(id);
      if (before != null && onItsWay(before)) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }

  private static boolean onItsWay(Project before) {
    ProjectStatus now = before.status();
    return switch (now.state()) {
      case STARTING, BACKOFF -> true;
      case RUNNING -> before.definition().health().isPresent() && !now.health().ready();
      default -> false;
    };
  }

  @Override
  public Optional<String> toStop(ProjectDefinition definition, boolean lately) {
    for (Project other : projects.values()) {
      if (other.definition().after().contains(definition.channelId())
          && there(other.status())
          && (lately || other.status().desired() == Desired.STOPPED)) {
        return Optional.of(other.status().channelId());
      }
    }
    return Optional.empty();
  }

  private static boolean there(ProjectStatus now) {
    return switch (now.state()) {
      case STARTING, RUNNING, STOPPING -> true;
      default -> false;
    };
  }
}
