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
import innkeeper.store.sqlite.Native;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
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

  /** The exit code if the guard refuses bot.db (EX_DATAERR). */
  private static final int REFUSED = 65;

  /** The exit code if bot.db could not be read or written (EX_IOERR). */
  private static final int UNREADABLE = 74;

  /**
   * The exit code if this machine or its configuration cannot run SQLite (EX_CONFIG). A retry does
   * not help.
   */
  private static final int UNSUITABLE = 78;

  /**
   * The system properties for the DATA_DIR whose bot.db the guard has accepted in this process, and
   * for the counter of commits. Both survive a restart of this bundle. They are objects of JDK
   * types, because another version of these classes may read them next.
   */
  private static final String GUARDED = "innkeeper.store.guarded";

  private static final String REVISION = "innkeeper.store.revision";

  private final BundleContext context;
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
    Object counter = System.getProperties().computeIfAbsent(REVISION, key -> new AtomicLong());
    this.options =
        StoreOptions.of(
            settings.dataDir(), settings.version(), CleanText::of, (AtomicLong) counter);
    if (options.layout().dataDir().toString().equals(System.getProperties().get(GUARDED))) {
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
        System.getProperties().put(GUARDED, options.layout().dataDir().toString());
        serve(opened);
      } catch (DatabaseRefusedException e) {
        fatal(REFUSED, e.getMessage(), e);
      } catch (Native.LibraryException e) {
        fatal(UNSUITABLE, e.getMessage(), e);
      } catch (IOException | SQLException | RuntimeException e) {
        fatal(
            UNREADABLE,
            "bot.db could not be opened: "
                + e.getMessage()
                + "; see to the disk and the rights of "
                + options.layout().dataDir()
                + ", and that no other program has bot.db open; then start again",
            e);
      }
    }
  }

  /**
   * Shuts the host down cleanly with the given exit code.
   *
   * @throws StoreException if no host runs in this process
   */
  private static void fatal(int code, String lines, Exception cause) {
    Object boot = System.getProperties().get("innkeeper.boot");
    if (boot instanceof Map<?, ?> map && map.get("fatal") instanceof BiConsumer<?, ?> end) {
      @SuppressWarnings("unchecked")
      BiConsumer<Integer, String> fatal = (BiConsumer<Integer, String>) end;
      fatal.accept(code, lines);
    } else {
      throw new StoreException(lines, cause);
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
