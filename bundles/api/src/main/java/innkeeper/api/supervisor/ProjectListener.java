package innkeeper.api.supervisor;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: called with each change of a project's status, in order, on one thread that
 * all listeners share. Return at once: while 8192 calls wait, further changes are not passed on,
 * and bot.log says so. What a listener throws is logged; it stays registered.
 */
@ConsumerType
public interface ProjectListener {

  /**
   * Called after a project was added, or its status changed.
   *
   * @param now the status after the change; never null
   */
  void changed(ProjectStatus now);

  /** Called after a project was deleted. Does nothing unless overridden. */
  default void removed(String channelId) {}
}
