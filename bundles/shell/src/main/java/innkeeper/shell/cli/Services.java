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
import java.util.Optional;

/** The other surfaces as they are now; each may be away while it is replaced. */
public interface Services {
  Settings settings();

  Optional<Supervisor> supervisor();

  Optional<Logs> logs();

  Optional<Redactor> redactor();

  Optional<Rotator> rotator();

  Optional<Backups> backups();

  Optional<Health> health();

  Optional<Surfaces> surfaces();

  Optional<AuditLog> audit();

  Optional<Host> host();
}
