package innkeeper.supervisor;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.LogWaitListener;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.record.LogRecords;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.supervisor.queue.Threads;
import innkeeper.supervisor.spawn.ControlGroups;
import innkeeper.supervisor.spawn.Neighbours;
import innkeeper.supervisor.spawn.ServerEnvironment;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires the services; {@link ProjectSupervisor} does the work. */
@Component(
    service = {},
    immediate = true)
public final class SupervisorComponent {

  private static final String[] SERVICES = {
    Supervisor.class.getName(), Loading.class.getName(), LogWaitListener.class.getName()
  };

  private static final Logger LOG = LoggerFactory.getLogger(SupervisorComponent.class);

  /** The key in boot's map that is set once a supervisor has been loaded in this JVM. */
  private static final String LOADED = "supervisor.loaded";

  private static final int READY_LOOKS = 600;
  private static final int REST_LOOKS = 100;
  private static final long LOOK_MS = 100;

  private final ProjectSupervisor supervisor;
  private final Thread loader;
  private final BundleContext context;
  private ServiceRegistration<?> registration;
  private final AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");

  @Reference(service = LogRecords.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<LogRecords> records =
      new AwaitedService<>(LogRecords.class, "logging");

  @Reference(service = Redactor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Redactor> redactor = new AwaitedService<>(Redactor.class, "logging");

  @Reference(service = ProjectStore.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<ProjectStore> store =
      new AwaitedService<>(ProjectStore.class, "store");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Reference(policy = ReferencePolicy.DYNAMIC)
  private final List<ProjectListener> listeners = new CopyOnWriteArrayList<>();

  @Activate
  public SupervisorComponent(BundleContext context, @Reference Settings settings)
      throws IOException {
    this.context = context;
    supervisor =
        new ProjectSupervisor(
            new Neighbours(
                settings.dataDir(),
                ServerEnvironment.called(System.getenv()),
                ControlGroups.detect(settings.dataDir()),
                store,
                audit,
                logs,
                records,
                redactor,
                () -> listeners,
                Clock.systemUTC(),
                () -> ThreadLocalRandom.current().nextDouble(),
                Boolean.parseBoolean(context.getProperty("innkeeper.asCopy"))));
    loader = Threads.daemon("supervisor-load", this::load);
  }

  @Activate
  void start() {
    // The loader starts first: a caller of the service waits until projects are loaded.
    loader.start();
    registration = context.registerService(SERVICES, supervisor, null);
  }

  private void load() {
    Map<String, Object> boot = boot();
    try {
      if (supervisor.load()) {
        boot.put(LOADED, true);
        // The warm-up waits until the page answers.
        pause(READY_LOOKS, () -> ready(boot));
        supervisor.warmUp().first();
        // The rest waits longer: an operator who starts a host first wants to see its servers.
        pause(REST_LOOKS, () -> false);
        supervisor.warmUp().rest();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("projects not loaded", e);
    }
  }

  private void pause(int looks, BooleanSupplier over) throws InterruptedException {
    for (int look = 0; look < looks && !over.getAsBoolean() && !supervisor.closed(); look++) {
      Thread.sleep(LOOK_MS);
    }
  }

  private static boolean ready(Map<String, Object> boot) {
    return boot.get("host.ready") instanceof AtomicBoolean now && now.get();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> boot() {
    Object map = System.getProperties().get("innkeeper.boot");
    return map instanceof ConcurrentMap<?, ?>
        ? (Map<String, Object>) map
        : new java.util.concurrent.ConcurrentHashMap<>();
  }

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void bindLogs(Logs now) {
    logs.add(now);
    supervisor.logsCame();
  }

  void unbindLogs(Logs was) {
    logs.remove(was);
  }

  @Deactivate
  void deactivate() {
    registration.unregister();
    supervisor.stopLoading();
    try {
      // An interrupt would break a read or write in progress.
      loader.join(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    supervisor.close();
  }
}
