package innkeeper.api.log;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that is called when a server's log begins to wait for the disk, and when it
 * is written again. Calls come in order. All listeners share one thread, so a call must return at
 * once. An exception of a listener is logged; the listener stays registered.
 */
@ConsumerType
public interface LogWaitListener {

  /**
   * Receives each change, and once the present state for each new listener.
   *
   * @param logs for each log that waits now, its name and the reason in one line without a path; a
   *     log that drops lines instead is not included
   */
  void waiting(Map<String, String> logs);
}
