package innkeeper.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Logs;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.supervisor.queue.Threads;
import innkeeper.supervisor.spawn.MemoryLimit;
import innkeeper.supervisor.spawn.Neighbours;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wiring only; {@link Keeper} does the work. */
@Component(
    service = {Supervisor.class, Loading.class},
    immediate = true)
public final class SupervisorComponent implements Supervisor, Loading {

  private static final Logger LOG = LoggerFactory.getLogger(SupervisorComponent.class);

  /** Key of boot's map; there once a supervisor has been loaded in this JVM. */
  private static final String LOADED = "supervisor.loaded";

  private static final int READY_LOOKS = 600;
  private static final int REST_LOOKS = 30;
  private static final long LOOK_MS = 100;

  private final Keeper keeper;
  private final Thread loader;
  private final AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");

  @Reference(service = ProjectStore.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<ProjectStore> store =
      new AwaitedService<>(ProjectStore.class, "store");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile List<ProjectListener> listeners;

  @Activate
  public SupervisorComponent(@Reference Settings settings) throws IOException {
    keeper =
        new Keeper(
            new Neighbours(
                settings.dataDir(),
                System.getenv(),
                MemoryLimit.detect(),
                store,
                audit,
                logs,
                () -> listeners == null ? List.of() : listeners,
                Clock.systemUTC(),
                () -> ThreadLocalRandom.current().nextDouble()));
    loader = Threads.daemon("supervisor-load", this::load);
    loader.start();
  }

  private void load() {
    Map<String, Object> boot = boot();
    try {
      if (keeper.load()) {
        boot.put(LOADED, true);
        // Whatever can wait, waits until the page answers.
        pause(READY_LOOKS, () -> ready(boot));
        keeper.warmUp().first();
        // Whoever starts a host wants to see what became of its servers: that comes first.
        pause(REST_LOOKS, () -> false);
        keeper.warmUp().rest();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("projects not loaded", e);
    }
  }

  private void pause(int looks, BooleanSupplier over) throws InterruptedException {
    for (int look = 0; look < looks && !over.getAsBoolean() && !keeper.closed(); look++) {
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
    keeper.logsCame();
  }

  void unbindLogs(Logs was) {
    logs.remove(was);
  }

  @Deactivate
  void deactivate() {
    keeper.stopLoading();
    try {
      // Not by interrupt, which would break what it is just reading or writing.
      loader.join(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    keeper.close();
  }

  @Override
  public List<ProjectStatus> projects() {
    return keeper.projects();
  }

  @Override
  public Optional<ProjectStatus> project(String id) {
    return keeper.project(id);
  }

  @Override
  public Set<String> unreadable() {
    return keeper.unreadable();
  }

  @Override
  public Optional<String> notLoaded() {
    return keeper.notLoaded();
  }

  @Override
  public Ticket start(String id, Actor actor) {
    return keeper.start(id, actor);
  }

  @Override
  public Ticket start(String id, Supplier<Actor> actor) {
    return keeper.start(id, actor);
  }

  @Override
  public Ticket stop(String id, Actor actor) {
    return keeper.stop(id, actor);
  }

  @Override
  public Ticket stop(String id, Supplier<Actor> actor) {
    return keeper.stop(id, actor);
  }

  @Override
  public Ticket restart(String id, Actor actor) {
    return keeper.restart(id, actor);
  }

  @Override
  public Ticket restart(String id, Supplier<Actor> actor) {
    return keeper.restart(id, actor);
  }

  @Override
  public void signal(String id, String signal, Actor actor) {
    keeper.signal(id, signal, actor);
  }

  @Override
  public List<ProjectDefinition> definitions() {
    return keeper.definitions();
  }

  @Override
  public Applied apply(
      Collection<ProjectDefinition> definitions, boolean prune, boolean dryRun, Actor actor) {
    return keeper.apply(definitions, prune, dryRun, actor);
  }

  @Override
  public CompletableFuture<Void> remove(String id, Actor actor) {
    return keeper.remove(id, actor);
  }

  @Override
  public Explanation why(String id) {
    return keeper.why(id);
  }

  @Override
  public CompletableFuture<Void> shutdown(Duration deadline) {
    return keeper.shutdown(deadline);
  }
}
