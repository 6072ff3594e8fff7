package innkeeper.api.settings;

import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that is called after settings changed while the host runs, on the thread
 * that read the change. {@link Settings} already returns the new values. A call must return at once
 * and throw nothing: an exception keeps the change from the later listeners.
 */
@ConsumerType
public interface SettingsListener {

  /**
   * Receives one change of conf/innkeeper.config that changes a value in force.
   *
   * @param names the settings with a new value; never empty
   */
  void changed(Set<String> names);
}
