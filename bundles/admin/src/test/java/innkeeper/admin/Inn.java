package innkeeper.admin;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Health;
import innkeeper.api.history.History;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.panel.Panels;
import innkeeper.api.record.LogRecords;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The site on a real Jetty on a free loopback port, over rooms that are stand-ins. */
final class Inn implements AutoCloseable {

  final FakeSupervisor supervisor = new FakeSupervisor();
  final ThreadedLogs logs;
  final Fakes.Audit audit = new Fakes.Audit();
  final Fakes.BackupRoom backups = new Fakes.BackupRoom();
  final Fakes.RotationRoom rotator = new Fakes.RotationRoom();
  final Fakes.HostRoom host = new Fakes.HostRoom();
  final FakeSearch search = new FakeSearch();
  final FakePast past = new FakePast();
  final FakeAlarms alarms = new FakeAlarms();
  final FakeRedactor redactor = new FakeRedactor();
  final FakeExtensions extensions = new FakeExtensions();
  final FakeSettings settings = new FakeSettings();
  volatile ServiceSnapshot services;

  /** Short, for the tests in which nobody comes back. */
  private static final Duration PATIENCE = Duration.ofMillis(700);

  private final Server server;
  private ScheduledExecutorService hubThread;
  private ScheduledThreadPoolExecutor timer;
  private volatile Site site;

  Inn(int port) throws Exception {
    this(port, new ThreadedLogs());
  }

  Inn(int port, ThreadedLogs logs) throws Exception {
    this.logs = logs;
    services =
        new ServiceSnapshot(
            Map.ofEntries(
                Map.entry(Supervisor.class, supervisor),
                Map.entry(Logs.class, logs),
                Map.entry(Redactor.class, redactor),
                Map.entry(AuditLog.class, audit),
                Map.entry(Backups.class, backups),
                Map.entry(Rotator.class, rotator),
                Map.entry(Surfaces.class, host),
                Map.entry(Health.class, host),
                Map.entry(LogSearch.class, search),
                Map.entry(History.class, past),
                Map.entry(Incidents.class, past),
                Map.entry(LogRecords.class, new FakeRecords()),
                Map.entry(Alarms.class, alarms),
                Map.entry(ProjectActions.class, extensions),
                Map.entry(Panels.class, extensions)));
    server = new Server(new QueuedThreadPool(32));
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    server.addConnector(connector);
    open();
    mount();
    server.start();
  }

  private void open() {
    hubThread = Executors.newScheduledThreadPool(1);
    timer = new ScheduledThreadPoolExecutor(2);
    Site opened =
        new Site(
            () -> services,
            Clock.system(ZoneId.of("UTC")),
            settings,
            hubThread,
            timer,
            PATIENCE,
            () -> "update");
    opened.servlet().init();
    supervisor.listeners.add(opened.hub());
    audit.listeners.add(opened.hub());
    site = opened;
  }

  /** Returns the services without one of them. */
  ServiceSnapshot without(Class<?> service) {
    Map<Class<?>, Object> present = new HashMap<>(services.present());
    present.remove(service);
    return new ServiceSnapshot(present);
  }

  /** Returns the services with one of them replaced. */
  <S> ServiceSnapshot with(Class<S> service, S other) {
    Map<Class<?>, Object> present = new HashMap<>(services.present());
    present.put(service, other);
    return new ServiceSnapshot(present);
  }

  /** Sends each request to whichever activation serves. */
  private final class Door extends jakarta.servlet.http.HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    public void service(
        jakarta.servlet.ServletRequest request, jakarta.servlet.ServletResponse response)
        throws jakarta.servlet.ServletException, java.io.IOException {
      site.servlet().service(request, response);
    }
  }

  private void mount() {
    ServletContextHandler context = new ServletContextHandler("/");
    FilterHolder headers = new FilterHolder(new GuardHeaders());
    headers.setAsyncSupported(true);
    context.addFilter(headers, "/*", EnumSet.allOf(jakarta.servlet.DispatcherType.class));
    ServletHolder holder = new ServletHolder(new Door());
    holder.setAsyncSupported(true);
    context.addServlet(holder, "/*");
    server.setHandler(context);
  }

  /** Another activation takes over, as in a hot swap. */
  void swap() {
    Site old = site;
    ScheduledExecutorService oldHub = hubThread;
    ScheduledExecutorService oldTimer = timer;
    open();
    leave(old, oldHub, oldTimer);
  }

  private void leave(Site old, ScheduledExecutorService oldHub, ScheduledExecutorService oldTimer) {
    supervisor.listeners.remove(old.hub());
    audit.listeners.remove(old.hub());
    old.servlet().destroy();
    oldHub.shutdownNow();
    oldTimer.shutdownNow();
  }

  Site site() {
    return site;
  }

  /** What the timer is to do later. */
  int waiting() {
    return timer.getQueue().size();
  }

  String url() {
    return "http://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }

  @Override
  public void close() {
    try {
      leave(site, hubThread, timer);
      server.stop();
      hubThread.awaitTermination(5, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("Jetty did not stop", e);
    }
  }
}
