package innkeeper.api.log;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: called when a server's log begins to wait for the disk, and when it is
 * written again. Calls come in order, on one thread that all listeners share. Return at once. An
 * exception that a listener throws is logged; the listener stays registered.
 */
@ConsumerType
public interface LogWaitListener {

  /**
   * Called with each change, and once for each new listener.
   *
   * @param logs the reason why nothing can be written, one line without a path, by the name of each
   *     log that waits now; logs that drop lines instead are not among them
   */
  void waiting(Map<String, String> logs);
}
