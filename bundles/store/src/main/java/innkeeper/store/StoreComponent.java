package innkeeper.store;

import innkeeper.api.audit.AuditListener;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.CleanText;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.sqlite.NativeLibraryException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.hc.api.HealthCheck;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The OSGi component that opens bot.db and registers its services. At the start of the host, a
 * separate thread opens bot.db; if bot.db must not be opened, the host ends. After an update of
 * this bundle, the activating thread opens it. A version that cannot open bot.db therefore does not
 * become active.
 */
@Component(immediate = true, service = StoreComponent.class)
public final class StoreComponent {

  private static final Logger LOG = LoggerFactory.getLogger(StoreComponent.class);

  private final BundleContext context;
  private final ProcessProperties host;
  private final StoreOptions options;

  @Reference(policy = ReferencePolicy.DYNAMIC)
  private final List<AuditListener> listeners = new CopyOnWriteArrayList<>();

  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
  private final Object lock = new Object();
  private Store store;
  private boolean stopped;

  @Activate
  public StoreComponent(BundleContext context, @Reference Settings settings)
      throws IOException, SQLException {
    this.context = context;
    this.host = new ProcessProperties(settings.dataDir());
    this.options =
        StoreOptions.of(settings.dataDir(), settings.version(), CleanText::of)
            .counting(host.revision());
    if (host.guarded()) {
      reopen();
    } else {
      Thread thread = new Thread(null, this::open, "store-open", 512 * 1024);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void open() {
    synchronized (lock) {
      if (stopped) {
        return;
      }
      try {
        Store opened = Store.open(options);
        host.guardPassed();
        serve(opened);
      } catch (DatabaseRefusedException e) {
        host.fatal(ProcessProperties.REFUSED, String.join("\n", e.lines()), e);
      } catch (NativeLibraryException e) {
        host.fatal(ProcessProperties.UNSUITABLE, e.getMessage(), e);
      } catch (IOException | SQLException | RuntimeException e) {
        host.fatal(
            ProcessProperties.UNREADABLE,
            "bot.db could not be opened: "
                + e.getMessage()
                + "; see to the disk and the rights of "
                + options.layout().dataDir()
                + ", and that no other program has bot.db open; then start again",
            e);
      }
    }
  }

  private void reopen() throws IOException, SQLException {
    synchronized (lock) {
      try {
        serve(Store.open(options.unguarded()));
      } catch (DatabaseRefusedException e) {
        throw new StoreException(e.getMessage(), e);
      }
    }
  }

  private void serve(Store opened) {
    store = opened;
    opened.relay().follow(listeners);
    registrations.add(context.registerService(ProjectStore.class, opened.projects(), null));
    registrations.add(context.registerService(AuditLog.class, opened.audit(), null));
    registrations.add(context.registerService(IncidentStore.class, opened.incidents(), null));
    registrations.add(context.registerService(Snapshots.class, opened.snapshots(), null));
    opened.checks().forEach(this::check);
    opened.verification().start();
    LOG.info("bot.db opened auditEntries={}", opened.writer().head().seq());
  }

  private void check(String name, HealthCheck check) {
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(HealthCheck.NAME, name);
    registrations.add(context.registerService(HealthCheck.class, check, properties));
  }

  @Deactivate
  void stop() {
    synchronized (lock) {
      stopped = true;
      registrations.forEach(ServiceRegistration::unregister);
      registrations.clear();
      if (store == null) {
        return;
      }
      try {
        store.close();
        LOG.info("bot.db closed");
      } catch (IOException | SQLException | RuntimeException e) {
        LOG.error("bot.db could not be closed; the next start recovers it", e);
      }
    }
  }
}
