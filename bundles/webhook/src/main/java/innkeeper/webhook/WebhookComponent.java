package innkeeper.webhook;

import innkeeper.api.backup.BackupListener;
import innkeeper.api.health.Health;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedScheduler;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens, looks at the health report now and then, and has alarms sent. */
@Component(
    service = {ProjectListener.class, BackupListener.class, Delivery.class, WebhookComponent.class},
    immediate = true,
    configurationPid = "innkeeper.webhook",
    property = {"osgi.command.scope=webhook", "osgi.command.function=test"})
public final class WebhookComponent implements ProjectListener, BackupListener, Delivery {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookComponent.class);

  private final AlarmTracker watch;
  private final Health health;
  private final long lookSeconds;
  private final Optional<Outbox> outbox;
  private final String receiver;
  private final String mistake;
  private final WatchedScheduler looks = new WatchedScheduler("webhook-look", 1, 0);
  private Thread sender;

  @Activate
  public WebhookComponent(@Reference Health health, WebhookConfig config) {
    this.health = health;
    lookSeconds = Math.max(1, config.lookSeconds());
    Target target = Target.of(config.url(), config.secret());
    receiver = target.receiver();
    mistake = target.mistake();
    if (mistake.isEmpty()) {
      Clock clock = Clock.systemUTC();
      HttpPost post =
          new HttpPost(
              URI.create(config.url().strip()),
              Signature.key(config.secret()),
              HostName.get(),
              Duration.ofSeconds(Math.max(1, config.timeoutSeconds())),
              clock);
      Outbox box =
          new Outbox(
              post, Duration.ofMinutes(Math.max(1, config.giveUpMinutes())), System::nanoTime);
      EventFilter filter = new EventFilter(List.of(config.events()));
      watch =
          new AlarmTracker(
              clock,
              alarm -> {
                if (filter.includes(alarm.event())) {
                  box.add(alarm);
                }
              });
      outbox = Optional.of(box);
    } else {
      watch = new AlarmTracker(Clock.systemUTC(), alarm -> {});
      outbox = Optional.empty();
      LOG.warn("webhook sends nothing reason=\"{}\"", mistake);
    }
  }

  @Activate
  void start() {
    outbox.ifPresent(
        box -> {
          sender = box.start();
          looks.scheduleWithFixedDelay(this::look, lookSeconds, lookSeconds, TimeUnit.SECONDS);
          LOG.info("webhook sends receiver={}", receiver);
        });
  }

  @Deactivate
  void stop() {
    looks.shutdownNow();
    outbox.ifPresent(Outbox::close);
    if (sender != null) {
      sender.interrupt();
    }
  }

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void bindSupervisor(Supervisor supervisor) {
    try {
      supervisor.projects().forEach(watch::known);
    } catch (StoreException e) {
      LOG.debug("projects are not known yet; each is reported once it is", e);
    }
  }

  void unbindSupervisor(Supervisor supervisor) {
    LOG.debug("supervisor left {}", supervisor);
  }

  private void look() {
    try {
      watch.report(health.report(Health.Level.FULL));
    } catch (RuntimeException e) {
      LOG.warn("health could not be looked at, tried again", e);
    }
  }

  @Override
  public void changed(ProjectStatus now) {
    watch.changed(now);
  }

  @Override
  public void removed(String channelId) {
    watch.removed(channelId);
  }

  @Override
  public void progress(String phase, int percent, String detail) {
    watch.progress(phase, percent, detail);
  }

  /** {@code innkeeper webhook:test}. */
  public String test() {
    if (outbox.isEmpty()) {
      throw new IllegalStateException(mistake);
    }
    watch.test();
    return "a test alarm is on its way to " + receiver + "; see innkeeper health";
  }

  @Override
  public Optional<Outbox.Standing> standing() {
    return outbox.map(Outbox::standing);
  }

  @Override
  public String receiver() {
    return receiver;
  }

  @Override
  public String mistake() {
    return mistake;
  }
}
