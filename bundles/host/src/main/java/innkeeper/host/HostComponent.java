package innkeeper.host;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.health.Health;
import innkeeper.api.host.Host;
import innkeeper.api.settings.Settings;
import innkeeper.host.audit.HostAudit;
import innkeeper.host.boot.Boot;
import innkeeper.host.release.Releases;
import innkeeper.host.release.TrialOutcome;
import innkeeper.host.release.Upgrade;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host process as a service: its releases, a restart and an upgrade. */
@Component(immediate = true)
public final class HostComponent implements Host {

  private static final Logger LOG = LoggerFactory.getLogger(HostComponent.class);

  private static final Duration READY = Duration.ofMinutes(5);

  private final Settings settings;
  private final HostAudit audit;
  private final Releases releases;
  private final Upgrade upgrade;
  private final Release release;
  private volatile boolean onTrial;

  @Activate
  public HostComponent(
      @Reference Settings settings, @Reference Health health, @Reference HostAudit audit) {
    this.audit = audit;
    this.settings = settings;
    this.releases = new Releases(settings.dataDir(), settings.homeDir());
    this.upgrade = new Upgrade(releases);
    this.release = releases.running();
    this.onTrial = releases.onTrial();
    String failed = before("failed").orElse("");
    if (onTrial || !failed.isEmpty()) {
      Thread thread = new Thread(null, () -> settle(health, failed), "trial", 256 * 1024);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Ends the trial of this release, with success or failure. Without a trial, records that the
   * previous trial failed.
   */
  private void settle(Health health, String failed) {
    try {
      String why =
          onTrial ? new TrialOutcome(health, () -> Boot.readyAt().isPresent()).await() : failed;
      if (why.isEmpty()) {
        releases.confirm();
        onTrial = false;
        LOG.info("release confirmed name={}", release.name());
        audit.write(AuditDraft.ok("host.upgrade", Actor.HOST, release.name()));
      } else if (onTrial) {
        Boot.goBack(why);
      } else {
        LOG.error("upgrade was undone reason={}", why);
        awaitReady();
        audit.write(new AuditDraft("host.upgrade", "", Actor.HOST, "failed", why));
      }
    } catch (IOException e) {
      LOG.error("trial could not be ended", e);
      Boot.goBack("could not be confirmed: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until the host is ready, or five minutes. On a busy machine the store may start long
   * after the host, and an earlier audit entry would be lost.
   */
  private static void awaitReady() throws InterruptedException {
    long end = System.nanoTime() + READY.toNanos();
    while (Boot.readyAt().isEmpty() && System.nanoTime() < end) {
      Thread.sleep(100);
    }
  }

  @Override
  public Release release() {
    return release;
  }

  @Override
  public List<Release> releases() {
    return releases.all();
  }

  @Override
  public void restart(Actor actor) {
    Runnable handover = successor(settings.homeDir());
    audit.write(AuditDraft.ok("host.restart", actor, settings.version()));
    handover.run();
  }

  @Override
  public void upgrade(Path archive, String sha256, Consumer<String> progress, Actor actor) {
    try {
      Path home =
          upgrade.prepare(
              archive, sha256, HostComponent::successor, settings.adminPort() != 0, progress);
      trial(home, actor);
    } catch (HostException e) {
      audit.write(new AuditDraft("host.upgrade", "", actor, "refused", e.getMessage()));
      throw e;
    }
  }

  @Override
  public void back(Actor actor) {
    trial(upgrade.before(), actor);
  }

  private void trial(Path home, Actor actor) {
    String step = release.name() + " to " + Releases.at(home).name();
    Runnable handover = successor(home);
    upgrade.propose(home);
    audit.write(new AuditDraft("host.upgrade", "", actor, "begun", step));
    handover.run();
  }

  /** Returns the step to the next host; throws if that host would not start. */
  private static Runnable successor(Path home) {
    try {
      return Boot.successor(home);
    } catch (IllegalStateException e) {
      throw new HostException(e.getMessage(), e);
    }
  }

  @Override
  public Optional<Arrival> arrival() {
    if (onTrial) {
      return Optional.empty();
    }
    Optional<Instant> asked = before("asked").map(at -> Instant.ofEpochMilli(Long.parseLong(at)));
    return Boot.readyAt().map(ready -> new Arrival(asked, ready, before("failed").orElse("")));
  }

  private static Optional<String> before(String key) {
    return Optional.ofNullable((String) Boot.before().get(key));
  }
}
