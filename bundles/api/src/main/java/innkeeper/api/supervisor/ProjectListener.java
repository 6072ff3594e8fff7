package innkeeper.api.supervisor;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: told of each change of a project, in order per project. Return at once; a
 * listener that throws is logged and stays.
 */
@ConsumerType
public interface ProjectListener {

  void changed(ProjectStatus now);

  /** The project is no longer defined. */
  default void removed(String channelId) {}
}
