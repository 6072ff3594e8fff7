package innkeeper.host.http;

import innkeeper.api.settings.Settings;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Hashtable;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationPlugin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Replaces every configuration of Felix's HTTP service by ours: the one server on 127.0.0.1, and no
 * second one by a factory configuration. ConfigAdmin is published only after this plugin is
 * registered (felix.cm.config.plugins). Rank 1000 is the last one whose changes count.
 */
@Component(
    property = {
      "cm.target=org.apache.felix.http",
      "service.cmRanking:Integer=1000",
      "config.plugin.id=innkeeper.loopback"
    })
public final class LoopbackPin implements ConfigurationPlugin {

  private final Settings settings;

  @Activate
  public LoopbackPin(@Reference Settings settings) {
    this.settings = settings;
  }

  @Override
  public void modifyConfiguration(ServiceReference<?> target, Dictionary<String, Object> values) {
    boolean further = values.get("service.factoryPid") != null;
    Hashtable<String, Object> ours =
        !settings.servesPage() || further ? HttpSettings.none() : HttpSettings.own();
    for (String key : Collections.list(values.keys())) {
      if (!key.startsWith("service.")) {
        values.remove(key);
      }
    }
    ours.forEach(values::put);
  }
}
