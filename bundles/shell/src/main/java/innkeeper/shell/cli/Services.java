package innkeeper.shell.cli;

import innkeeper.api.action.ProjectActions;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.convert.DefinitionFormats;
import innkeeper.api.health.Health;
import innkeeper.api.history.History;
import innkeeper.api.host.Host;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.panel.Panels;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;

/**
 * The services of the other bundles. Each one except the settings may be missing while it is
 * replaced.
 */
public record Services(
    Settings settings,
    AwaitedService<Supervisor> supervisor,
    AwaitedService<Logs> logs,
    AwaitedService<Redactor> redactor,
    AwaitedService<Rotator> rotator,
    AwaitedService<Backups> backups,
    AwaitedService<Health> health,
    AwaitedService<Surfaces> surfaces,
    AwaitedService<AuditLog> audit,
    AwaitedService<Host> host,
    AwaitedService<LogSearch> search,
    AwaitedService<History> history,
    AwaitedService<Incidents> incidents,
    AwaitedService<Alarms> alarms,
    AwaitedService<ProjectActions> actions,
    AwaitedService<Panels> panels,
    AwaitedService<DefinitionFormats> formats) {}
