package innkeeper.api.settings;

import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard service: told after settings changed while the host runs. Return at once. */
@ConsumerType
public interface SettingsListener {

  /**
   * @param names which settings have another value now
   */
  void changed(Set<String> names);
}
