package innkeeper.shell.command;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Health;
import innkeeper.api.host.Host;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The surfaces as commands want them: one that is being replaced is waited for, for a while. */
public final class House {

  private static final long LOOK_MS = 10;

  private final Services services;
  private final Duration patience;

  public House(Services services, Duration patience) {
    this.services = services;
    this.patience = patience;
  }

  public Settings settings() {
    return services.settings();
  }

  public Supervisor supervisor() throws RefusedException {
    return need(services::supervisor, "supervisor");
  }

  public Logs logs() throws RefusedException {
    return need(services::logs, "logging");
  }

  public Redactor redactor() throws RefusedException {
    return need(services::redactor, "logging");
  }

  public Rotator rotator() throws RefusedException {
    return need(services::rotator, "rotation");
  }

  public Backups backups() throws RefusedException {
    return need(services::backups, "backup");
  }

  public Health health() throws RefusedException {
    return need(services::health, "host");
  }

  public Surfaces surfaces() throws RefusedException {
    return need(services::surfaces, "host");
  }

  public Host host() throws RefusedException {
    return need(services::host, "host");
  }

  public AuditLog audit() throws RefusedException {
    return need(services::audit, "store");
  }

  /** What is there this instant. */
  public Services now() {
    return services;
  }

  private <T> T need(Supplier<Optional<T>> service, String surface) throws RefusedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<T> found = service.get();
      if (found.isPresent()) {
        return found.get();
      }
      if (System.nanoTime() >= deadline) {
        throw new RefusedException(
            "the "
                + surface
                + " surface is away (waited "
                + patience.toMillis()
                + " ms); see: innkeeper surfaces");
      }
      try {
        Thread.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RefusedException("given up while waiting for the " + surface + " surface", e);
      }
    }
  }
}
