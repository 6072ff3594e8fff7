package innkeeper.shell.cli;

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
public final class AwaitedServices {

  private static final long LOOK_MS = 10;

  private final Services services;
  private final Duration patience;

  public AwaitedServices(Services services, Duration patience) {
    this.services = services;
    this.patience = patience;
  }

  public Settings settings() {
    return services.settings();
  }

  public Supervisor supervisor() throws CommandRefusedException {
    return need(services::supervisor, "supervisor");
  }

  public Logs logs() throws CommandRefusedException {
    return need(services::logs, "logging");
  }

  public Redactor redactor() throws CommandRefusedException {
    return need(services::redactor, "logging");
  }

  public Rotator rotator() throws CommandRefusedException {
    return need(services::rotator, "rotation");
  }

  public Backups backups() throws CommandRefusedException {
    return need(services::backups, "backup");
  }

  public Health health() throws CommandRefusedException {
    return need(services::health, "host");
  }

  public Surfaces surfaces() throws CommandRefusedException {
    return need(services::surfaces, "host");
  }

  public Host host() throws CommandRefusedException {
    return need(services::host, "host");
  }

  public AuditLog audit() throws CommandRefusedException {
    return need(services::audit, "store");
  }

  /** What is there this instant. */
  public Services now() {
    return services;
  }

  private <T> T need(Supplier<Optional<T>> service, String surface) throws CommandRefusedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<T> found = service.get();
      if (found.isPresent()) {
        return found.get();
      }
      if (System.nanoTime() >= deadline) {
        throw new CommandRefusedException(
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
        throw new CommandRefusedException(
            "given up while waiting for the " + surface + " surface", e);
      }
    }
  }
}
