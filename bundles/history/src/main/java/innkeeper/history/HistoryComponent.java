package innkeeper.history;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.history.History;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentListener;
import innkeeper.api.incident.IncidentSource;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.Logs;
import innkeeper.api.record.LogRecords;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedScheduler;
import innkeeper.history.figure.FigureDirectory;
import innkeeper.history.figure.FigureHistory;
import innkeeper.history.figure.Recorder;
import innkeeper.history.incident.IncidentService;
import innkeeper.history.incident.IncidentSources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Samples every five seconds, and provides figures and incidents. */
@Component(
    immediate = true,
    service = {})
public final class HistoryComponent {

  private static final Logger LOG = LoggerFactory.getLogger(HistoryComponent.class);
  private static final long PERIOD_MILLIS = 5000;
  private static final Duration KEPT_AFTER_REMOVAL = Duration.ofDays(30);
  private static final Duration HOUR = Duration.ofHours(1);

  private final BundleContext context;
  private final Clock clock = Clock.systemUTC();
  private final HostMark mark;
  private final FigureDirectory directory;
  private final Recorder recorder;
  private final IncidentService incidents;
  private final IncidentSources sources;
  private final FigureHistory history;
  private final WatchedScheduler sampler = new WatchedScheduler("history-sampler", 1, 0);
  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
  private final List<IncidentListener> listeners = new CopyOnWriteArrayList<>();
  private Instant prunedAt = Instant.EPOCH;

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  @Reference(service = Logs.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");

  @Reference(service = LogRecords.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<LogRecords> records =
      new AwaitedService<>(LogRecords.class, "logging");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Reference(service = IncidentStore.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<IncidentStore> store =
      new AwaitedService<>(IncidentStore.class, "store");

  @Activate
  public HistoryComponent(BundleContext context, @Reference Settings settings) throws IOException {
    this.context = context;
    Path folder = settings.dataDir().resolve("history");
    directory = new FigureDirectory(folder);
    // This is read before the first sample, because it shows when the last host sampled last.
    Instant now = clock.instant();
    Instant last = lastSample().filter(at -> at.isBefore(now)).orElse(now);
    mark = new HostMark(folder.resolve("host.mark"));
    HostMark.Before before = begin();
    history = new FigureHistory(directory, this::known, clock);
    recorder = new Recorder(directory, records, settings.dataDir(), before != HostMark.Before.SAME);
    Instant started = ProcessHandle.current().info().startInstant().orElse(now);
    incidents =
        new IncidentService(
            new IncidentService.Services(
                store, audit, logs, supervisor, history, records, this::tell),
            clock,
            last,
            started);
    sources = new IncidentSources(incidents);
    if (before == HostMark.Before.KILLED || before == HostMark.Before.MACHINE_DOWN) {
      boolean machine = before == HostMark.Before.MACHINE_DOWN;
      incidents.outage(last, now, mark.lastSince(), machine);
    }
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindSource(IncidentSource source) {
    sources.add(source);
  }

  void unbindSource(IncidentSource source) {
    sources.remove(source);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindListener(IncidentListener listener) {
    listeners.add(listener);
  }

  void unbindListener(IncidentListener listener) {
    listeners.remove(listener);
  }

  private void tell(Incident incident) {
    for (IncidentListener listener : listeners) {
      try {
        listener.changed(incident);
      } catch (RuntimeException e) {
        LOG.warn("incident listener failed class={}", listener.getClass().getName(), e);
      }
    }
  }

  private Optional<Instant> lastSample() {
    try {
      directory.make();
      return Recorder.lastSample(directory);
    } catch (IOException e) {
      LOG.warn("figures of the last host cannot be read", e);
      return Optional.empty();
    }
  }

  private HostMark.Before begin() {
    try {
      return mark.begin();
    } catch (IOException e) {
      LOG.warn("whether the last host was killed is not known", e);
      return HostMark.Before.NONE;
    }
  }

  @Activate
  void start() {
    register(History.class, history);
    register(Incidents.class, incidents);
    register(ProjectListener.class, incidents);
    register(BackupListener.class, incidents);
    registrations.add(
        context.registerService(
            HealthCheck.class,
            this::recording,
            FrameworkUtil.asDictionary(Map.of(HealthCheck.NAME, "history:recording"))));
    incidents.start();
    // Otherwise a server that ends before the first sample would not be known to have run.
    sampler.execute(() -> projects().ifPresent(incidents::look));
    // A sample is taken in the middle of a step, so that a late one does not belong to the next
    // step.
    long into = Math.floorMod(clock.millis() - PERIOD_MILLIS / 2, PERIOD_MILLIS);
    sampler.scheduleAtFixedRate(
        this::sample, PERIOD_MILLIS - into, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private <T> void register(Class<T> type, T service) {
    registrations.add(context.registerService(type, service, null));
  }

  /**
   * Returns whether the next host is this same process. If it is killed before the next host
   * starts, it did not stop.
   */
  private static boolean handsOver() {
    return System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
        && boot.get("host.restarting") instanceof AtomicBoolean now
        && now.get();
  }

  @Deactivate
  void stop() {
    for (int i = registrations.size() - 1; i >= 0; i--) {
      registrations.get(i).unregister();
    }
    sampler.shutdown();
    sources.close();
    incidents.close();
    try {
      if (!sampler.awaitTermination(1, TimeUnit.SECONDS)) {
        LOG.warn("a sample is under way longer than expected");
      }
      if (!handsOver()) {
        mark.end();
      }
    } catch (IOException e) {
      LOG.warn("mark of a clean stop not written, the next host will report an outage", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    directory.close();
  }

  private void sample() {
    Instant now = clock.instant();
    Optional<List<ProjectStatus>> projects = projects();
    recorder.sample(projects.orElse(List.of()), logs.get(), now, System.nanoTime());
    projects.ifPresent(incidents::look);
    if (projects.isPresent() && prunedAt.plus(HOUR).isBefore(now)) {
      prunedAt = now;
      prune(projects.get(), now);
    }
  }

  /** Returns the projects; empty while they are not known. */
  private Optional<List<ProjectStatus>> projects() {
    try {
      return supervisor.get().map(Supervisor::projects);
    } catch (StoreException e) {
      LOG.debug("projects are not known yet", e);
      return Optional.empty();
    }
  }

  private List<ProjectStatus> known() {
    return projects().orElse(List.of());
  }

  private void prune(List<ProjectStatus> projects, Instant now) {
    Set<String> unreadable = supervisor.get().map(Supervisor::unreadable).orElse(Set.of());
    Set<String> defined =
        Stream.concat(projects.stream().map(ProjectStatus::channelId), unreadable.stream())
            .collect(Collectors.toSet());
    try {
      int gone = directory.prune(defined, now.minus(KEPT_AFTER_REMOVAL));
      if (gone > 0) {
        LOG.info("figures of removed projects deleted files={}", gone);
      }
    } catch (IOException e) {
      LOG.warn("figures of removed projects not deleted, tried again", e);
    }
  }

  /** Warns if figures cannot be written, or if a file of figures was damaged. */
  private Result recording() {
    FormattingResultLog log = new FormattingResultLog();
    if (!recorder.failure().isEmpty()) {
      log.warn("figures cannot be written: {}", recorder.failure());
      log.info("fix: see to the disk and the rights of DATA_DIR/history");
    } else if (!directory.damage().isEmpty()) {
      log.warn("a file of figures was damaged and set aside: {}", directory.damage());
      log.info(
          "fix: delete DATA_DIR/history/*.damaged; the warning ends with the host's next start");
    } else {
      log.info("figures are written");
    }
    log.info("value: open incidents: {}", incidents.open());
    return new Result(log);
  }
}
