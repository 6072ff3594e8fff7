package innkeeper.host.http;

import innkeeper.api.settings.Settings;
import java.io.IOException;
import java.util.Dictionary;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives Jetty its final configuration before any servlet exists. Jetty waits for it
 * (org.apache.felix.http.require.config). A file in conf/ cannot change it, because of {@link
 * LoopbackPin}. When such a file is deleted, File Install deletes the configuration too, and this
 * class creates it again.
 */
@Component(
    immediate = true,
    service = {HttpStart.class, ConfigurationListener.class})
public final class HttpStart implements ConfigurationListener {

  private static final Logger LOG = LoggerFactory.getLogger(HttpStart.class);
  private static final String PID = "org.apache.felix.http";

  private final ConfigurationAdmin admin;
  private final Settings settings;

  @Activate
  public HttpStart(@Reference ConfigurationAdmin admin, @Reference Settings settings)
      throws IOException {
    this.admin = admin;
    this.settings = settings;
    give();
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    if (!PID.equals(event.getPid()) || event.getFactoryPid() != null) {
      return;
    }
    try {
      if (event.getType() == ConfigurationEvent.CM_DELETED) {
        give();
      } else if (foreign(admin.getConfiguration(PID, null).getProperties())) {
        LOG.warn("configuration of {} is the host's own; what is in conf/ is not used", PID);
      }
    } catch (IOException e) {
      LOG.error("configuration of {} could not be created again", PID, e);
    }
  }

  private static boolean foreign(Dictionary<String, Object> values) {
    return values != null && values.get("felix.fileinstall.filename") != null;
  }

  private void give() throws IOException {
    if (!settings.servesPage()) {
      return;
    }
    var configuration = admin.getConfiguration(PID, null);
    Dictionary<String, Object> now = configuration.getProperties();
    if (now == null) {
      configuration.update(HttpSettings.own());
    }
  }
}
