package innkeeper.host;

import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedThread;
import innkeeper.common.net.LoopbackPort;
import innkeeper.host.boot.Boot;
import innkeeper.host.health.SurfacesCheck;
import innkeeper.host.http.BindCheck;
import innkeeper.host.http.JettyDetails;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A component that reports once that the host is ready, on the console and to systemd if systemd
 * asked for it. Ready means three things: every surface serves, the port is bound on 127.0.0.1
 * only, and the shell's socket exists.
 */
@Component(immediate = true, service = ReadinessComponent.class)
public final class ReadinessComponent {

  private static final Logger LOG = LoggerFactory.getLogger(ReadinessComponent.class);
  private static final long PATIENCE_MILLIS = 30_000;
  private static final long LOOK_MILLIS = 10;
  private static final long LONGEST_MILLIS = 50;

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  private final Settings settings;
  private final BindCheck bind;
  private final JettyDetails http;
  private final Health health;
  private final ServiceManager manager = ServiceManager.ofThisProcess();
  private final SurfacesCheck surfaces;
  private volatile boolean stopped;

  /**
   * True once readiness was reported. This field and the next three belong to the readiness thread.
   */
  private boolean told;

  private boolean portTold;
  private long httpTry;
  private long httpPause = TimeUnit.SECONDS.toNanos(3);

  @Activate
  public ReadinessComponent(
      BundleContext context,
      @Reference Settings settings,
      @Reference BindCheck bind,
      @Reference JettyDetails http,
      @Reference Health health) {
    this.settings = settings;
    this.bind = bind;
    this.http = http;
    this.health = health;
    this.surfaces = new SurfacesCheck(context, settings.servesPage());
    StopOrder order = new StopOrder(context, supervisor, manager);
    Boot.onStop(order::stop);
    new WatchedThread("readiness", 256 * 1024, this::run).start();
  }

  @Deactivate
  void stop() {
    stopped = true;
  }

  private void run() {
    try {
      if (!told) {
        await();
      }
      if (told) {
        // Every part depends on the service registry: if the registry does not answer, the host is
        // dead.
        manager.keepSending(() -> !stopped && surfaces.missing() != null, this::status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      if (!stopped) {
        throw e;
      }
      // The bundle was stopped during a check, so its context is invalid.
    }
  }

  private void await() throws InterruptedException {
    long start = System.nanoTime();
    boolean warned = false;
    String fault = BindCheck.NOTHING;
    while (!stopped && fault.startsWith(BindCheck.NOTHING)) {
      long before = System.nanoTime();
      List<String> missing = missing();
      if (missing.isEmpty()) {
        // This check is the most expensive one, so it runs last.
        fault = bind.fault();
        if (fault.startsWith(BindCheck.NOTHING)) {
          missing = List.of("http");
          retryHttp();
        }
      }
      long now = System.nanoTime();
      if (!warned && !missing.isEmpty() && now - start > PATIENCE_MILLIS * 1_000_000) {
        LOG.error("host is not ready, it still waits for {}", String.join(", ", missing));
        warned = true;
      }
      if (!missing.isEmpty()) {
        // The services that this thread waits for need the processor more than this thread.
        long pause = 4 * (now - before) / 1_000_000;
        Thread.sleep(Math.max(LOOK_MILLIS, Math.min(LONGEST_MILLIS, pause)));
      }
    }
    if (stopped) {
      return;
    }
    if (!fault.isEmpty()) {
      Boot.fatal(69, "host cannot serve: " + fault);
      return;
    }
    Boot.ready();
    LOG.info("ready {} dataDir={}", address(), settings.dataDir());
    if (Boot.before().get("asked") instanceof String asked) {
      LOG.info("host took over afterMs={}", System.currentTimeMillis() - Long.parseLong(asked));
    }
    told = true;
    manager.ready();
  }

  /**
   * Starts Jetty again, with growing pauses. The port was free when this process checked it, but
   * another process may have taken it before Jetty did. Jetty does not try again by itself.
   */
  private void retryHttp() {
    long now = System.nanoTime();
    if (httpTry == 0) {
      httpTry = now;
    }
    if (now - httpTry < httpPause) {
      return;
    }
    httpTry = now;
    if (!LoopbackPort.free(settings.adminPort())) {
      if (!portTold) {
        portTold = true;
        LOG.error(
            "another process took ADMIN_PORT={} while the host started; the page is served as soon"
                + " as the port is free",
            settings.adminPort());
      }
      return;
    }
    // If the machine is slow and the port was never taken, each start gets more time.
    httpPause *= 2;
    http.startAgain();
  }

  private String status() {
    HealthReport report = health.report(Health.Level.FULL);
    String noun = report.projects() == 1 ? "project" : "projects";
    return "%d %s, %d ready; health %s"
        .formatted(report.projects(), noun, report.ready(), report.status().word());
  }

  private String address() {
    String port =
        settings.adminPort() == 0
            ? "no page (ADMIN_PORT=0)"
            : "http://127.0.0.1:" + settings.adminPort();
    return settings
        .adminSocket()
        .map(socket -> (settings.adminPort() == 0 ? "" : port + " ") + "socket=" + socket)
        .orElse(port);
  }

  private List<String> missing() {
    List<String> missing = new ArrayList<>(surfaces.missing());
    if (!Boot.has("supervisor.loaded")) {
      missing.add("projects");
    }
    if (!Files.exists(settings.dataDir().resolve("run/shell.sock"))) {
      missing.add("shell's socket");
    }
    return missing;
  }
}
