package innkeeper.host;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.host.boot.Boot;
import innkeeper.host.surface.SurfacesComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sequence of a clean stop: first the servers, each with its own deadline, then the rest. Every
 * step has a time limit. When the next host takes over, the servers continue to run.
 */
final class StopOrder {

  private static final Logger LOG = LoggerFactory.getLogger(StopOrder.class);
  private static final Duration BEYOND_SERVERS = Duration.ofSeconds(10);
  private static final long FRAMEWORK_MILLIS = 20_000;
  private static final Duration REPLACED = Duration.ofSeconds(5);

  /**
   * The limit for the framework's stop before a takeover. A bundle that hangs in its stop is
   * abandoned, and the next host starts as after a crash.
   */
  private static final long GIVING_WAY_MILLIS = 5_000;

  private final BundleContext context;
  private final AwaitedService<Supervisor> supervisor;
  private final Framework framework;
  private final ServiceManager manager;

  StopOrder(BundleContext context, AwaitedService<Supervisor> supervisor, ServiceManager manager) {
    this.context = context;
    this.manager = manager;
    this.supervisor = supervisor;
    this.framework = (Framework) context.getBundle(0);
  }

  void stop() {
    if (framework.getState() == Bundle.RESOLVED) {
      LOG.warn("framework was stopped already, servers run on");
      return;
    }
    if (Boot.restarting()) {
      LOG.info("host hands over to the next, servers run on");
      manager.reloading();
      stopSurfaces();
    } else {
      LOG.info("host stops");
      manager.stopping();
      stopServers();
    }
    try {
      framework.stop();
      framework.waitForStop(Boot.restarting() ? GIVING_WAY_MILLIS : FRAMEWORK_MILLIS);
    } catch (BundleException e) {
      LOG.error("framework could not be stopped", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Stops our surfaces before the framework's own stop. A user's bundle that hangs would otherwise
   * keep the framework from stopping them.
   */
  private void stopSurfaces() {
    Arrays.stream(context.getBundles())
        .filter(b -> b.getState() == Bundle.ACTIVE && SurfacesComponent.isOurs(b))
        .sorted(
            Comparator.comparing((Bundle b) -> b.adapt(BundleStartLevel.class).getStartLevel())
                .thenComparing(Bundle::getBundleId)
                .reversed())
        .forEach(
            bundle -> {
              try {
                bundle.stop(Bundle.STOP_TRANSIENT);
              } catch (BundleException e) {
                LOG.error("bundle could not be stopped name={}", bundle.getSymbolicName(), e);
              }
            });
  }

  private void stopServers() {
    if (Boot.failure().isPresent()
        && Boot.readyAt().isEmpty()
        && context.getServiceReference(ProjectStore.class) == null) {
      // bot.db was refused at the start: no project is known, and no server was started or adopted.
      LOG.info("servers of an earlier host, if there are any, run on");
      return;
    }
    try {
      Supervisor servers = supervisor.await(REPLACED);
      Duration deadline = longest(servers).plus(BEYOND_SERVERS);
      servers.shutdown(deadline).get(deadline.toMillis() + 1000, TimeUnit.MILLISECONDS);
    } catch (ServiceAwayException e) {
      LOG.warn("servers were not stopped, the next host adopts them error={}", e.getMessage());
    } catch (ExecutionException | TimeoutException e) {
      LOG.error("not every server could be stopped in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the longest stop timeout of all projects; zero if the projects are unknown, for example
   * after bot.db was refused.
   */
  private static Duration longest(Supervisor supervisor) {
    try {
      return supervisor.definitions().stream()
          .map(ProjectDefinition::stopSeconds)
          .max(Duration::compareTo)
          .orElse(Duration.ZERO);
    } catch (StoreException e) {
      LOG.info("projects are not known, their servers run on reason={}", e.getMessage());
      return Duration.ZERO;
    }
  }
}
