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
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Services;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * What {@code help} says where no host runs. Commands of other bundles are known to a host only.
 */
public final class OfflineHelp {

  private OfflineHelp() {}

  /** The list of the commands. */
  public static void list(PrintStream out) {
    HelpCommand.list(commands(), out);
  }

  /** Whether there is that command. */
  public static boolean explain(String name, PrintStream out) {
    return HelpCommand.explain(commands(), name, out);
  }

  private static Commands commands() {
    return new Commands(new AwaitedServices(new NoServices(), Duration.ZERO), Clock.systemUTC());
  }

  private static final class NoServices implements Services {

    @Override
    public Settings settings() {
      throw new IllegalStateException("no host runs");
    }

    @Override
    public Optional<Supervisor> supervisor() {
      return Optional.empty();
    }

    @Override
    public Optional<Logs> logs() {
      return Optional.empty();
    }

    @Override
    public Optional<Redactor> redactor() {
      return Optional.empty();
    }

    @Override
    public Optional<Rotator> rotator() {
      return Optional.empty();
    }

    @Override
    public Optional<Backups> backups() {
      return Optional.empty();
    }

    @Override
    public Optional<Health> health() {
      return Optional.empty();
    }

    @Override
    public Optional<Surfaces> surfaces() {
      return Optional.empty();
    }

    @Override
    public Optional<AuditLog> audit() {
      return Optional.empty();
    }

    @Override
    public Optional<Host> host() {
      return Optional.empty();
    }
  }
}
