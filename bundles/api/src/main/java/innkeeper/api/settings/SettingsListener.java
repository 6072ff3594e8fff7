package innkeeper.api.settings;

import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: called after settings changed while the host runs, on the thread that read
 * the change. {@link Settings} already has the new values. Return at once, and throw nothing: a
 * listener that throws keeps the change from those after it.
 */
@ConsumerType
public interface SettingsListener {

  /**
   * Called once for each change of conf/innkeeper.config that changes a value in force.
   *
   * @param names which settings have another value now; never empty
   */
  void changed(Set<String> names);
}
