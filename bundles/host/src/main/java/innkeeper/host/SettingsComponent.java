package innkeeper.host;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsListener;
import innkeeper.api.store.StoreException;
import innkeeper.host.boot.Boot;
import innkeeper.host.jar.SnapshotVersion;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings as a service. An event of ConfigAdmin for {@code innkeeper} only triggers a reload.
 * The values are read from environment and files, by the same rules as at the start.
 */
@Component(
    immediate = true,
    service = Settings.class,
    configurationPid = "innkeeper",
    configurationPolicy = ConfigurationPolicy.OPTIONAL)
public final class SettingsComponent extends LiveSettings {

  private static final Logger LOG = LoggerFactory.getLogger(SettingsComponent.class);

  @Reference(policy = ReferencePolicy.DYNAMIC)
  private final Collection<SettingsListener> listeners = new CopyOnWriteArrayList<>();

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Activate
  public SettingsComponent(BundleContext context) {
    super(
        System.getenv(),
        Path.of(context.getProperty("innkeeper.home")),
        Path.of(context.getProperty("innkeeper.data")),
        SnapshotVersion.text(context.getBundle().getVersion()),
        Boot.settings(),
        Boot::keepSettings);
  }

  @Modified
  void changed() {
    Set<String> names = reload();
    if (names.isEmpty()) {
      return;
    }
    record(String.join(" ", names));
    if (names.contains("LOG_LEVEL")) {
      Boot.logLevel(get("LOG_LEVEL"));
    }
    listeners.forEach(listener -> listener.changed(names));
  }

  private void record(String names) {
    AuditDraft draft = AuditDraft.ok("config.change", Actor.of(Actor.Via.CONFIG), names);
    try {
      audit.get().ifPresent(log -> log.append(draft));
    } catch (StoreException e) {
      LOG.error("configuration change could not be recorded names={}", names, e);
    }
  }
}
