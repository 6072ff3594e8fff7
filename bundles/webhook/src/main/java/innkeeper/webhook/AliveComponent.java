package innkeeper.webhook;

import innkeeper.api.log.Redactor;
import innkeeper.api.thread.WatchedScheduler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The dead-man ping: requests a URL every few minutes, so that a service elsewhere raises an alarm
 * when this host or its machine is gone. It is also its own health check, {@code alive:ping}.
 */
@Component(
    immediate = true,
    service = HealthCheck.class,
    configurationPid = "innkeeper.alive",
    configurationPolicy = ConfigurationPolicy.REQUIRE,
    property = HealthCheck.NAME + "=alive:ping")
public final class AliveComponent implements HealthCheck {

  private final AlivePing ping;
  private final WatchedScheduler thread = new WatchedScheduler("alive", 1, 0);
  private final int minutes;

  @Activate
  public AliveComponent(@Reference Redactor redactor, AliveConfig config) {
    Target target = Target.of(config.url());
    redactor.register("alive url", target.secrets());
    minutes = Math.max(1, Math.min(1440, config.minutes()));
    Duration timeout = Duration.ofSeconds(Math.max(1, Math.min(50, config.timeoutSeconds())));
    ping = new AlivePing(target, new HttpSender(timeout), Duration.ofMinutes(minutes));
  }

  @Activate
  void start() {
    thread.execute(this::ping);
  }

  private void ping() {
    Duration next = Duration.ofMinutes(minutes);
    try {
      next = ping.send();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    } finally {
      if (!thread.isShutdown()) {
        thread.schedule(this::ping, next.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  @Deactivate
  void stop() {
    thread.shutdownNow();
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    if (ping.error().isEmpty()) {
      log.info("the alive URL is requested every {} min", minutes);
    } else {
      log.warn("the alive URL was not reached: {}", ping.error());
      log.info("fix: see url in DATA_DIR/conf/innkeeper.alive.config");
    }
    log.info("value: {} reached", ping.reached());
    return new Result(log);
  }
}
