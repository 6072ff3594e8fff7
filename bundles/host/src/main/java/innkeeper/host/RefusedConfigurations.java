package innkeeper.host;

import java.io.IOException;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that gives a configuration to its component again after the configuration that
 * excluded it was deleted. Felix SCR uses either the one configuration of a component or the ones
 * with names. It refuses the other kind once and does not try it again.
 */
@Component(service = ConfigurationListener.class)
public final class RefusedConfigurations implements ConfigurationListener {

  private static final Logger LOG = LoggerFactory.getLogger(RefusedConfigurations.class);

  private final ConfigurationAdmin admin;

  @Activate
  public RefusedConfigurations(@Reference ConfigurationAdmin admin) {
    this.admin = admin;
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    if (event.getType() != ConfigurationEvent.CM_DELETED) {
      return;
    }
    String kind = event.getFactoryPid();
    String others =
        kind == null
            ? "(" + ConfigurationAdmin.SERVICE_FACTORYPID + "=" + event.getPid() + ")"
            : "(" + Constants.SERVICE_PID + "=" + kind + ")";
    try {
      Configuration[] refused = admin.listConfigurations(others);
      for (Configuration one : refused == null ? new Configuration[0] : refused) {
        one.update(one.getProperties());
      }
    } catch (IOException | InvalidSyntaxException e) {
      LOG.warn(
          "configuration could not be updated again pid={} error={}",
          event.getPid(),
          e.getMessage());
    }
  }
}
