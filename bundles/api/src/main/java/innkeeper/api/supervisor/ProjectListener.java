package innkeeper.api.supervisor;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that receives each change of a project's status, in order. All listeners
 * share one thread, so a call must return at once. While 8192 calls wait, further changes are
 * discarded, and bot.log reports that. An exception of a listener is logged; the listener stays
 * registered.
 */
@ConsumerType
public interface ProjectListener {

  /**
   * Receives the status after a project was added, or its status changed.
   *
   * @param now the status after the change; never null
   */
  void changed(ProjectStatus now);

  /** Receives the channelId after a project was deleted. The default does nothing. */
  default void removed(String channelId) {}
}
