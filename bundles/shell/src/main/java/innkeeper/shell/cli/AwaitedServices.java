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
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import innkeeper.common.text.NearestWord;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gives commands access to the surfaces. It waits a limited time for a surface that is being
 * replaced.
 */
public final class AwaitedServices {

  private final Services services;
  private final Duration patience;

  public AwaitedServices(Services services, Duration patience) {
    this.services = services;
    this.patience = patience;
  }

  public Settings settings() {
    return services.settings();
  }

  /** Returns the release of the host; without a host, that of this program. */
  public String version() {
    return services == null
        ? System.getProperty("innkeeper.version", "")
        : services.settings().version();
  }

  public Supervisor supervisor() throws CommandRefusedException {
    return need(services.supervisor());
  }

  public Logs logs() throws CommandRefusedException {
    return need(services.logs());
  }

  public Redactor redactor() throws CommandRefusedException {
    return need(services.redactor());
  }

  public Rotator rotator() throws CommandRefusedException {
    return need(services.rotator());
  }

  public Backups backups() throws CommandRefusedException {
    return need(services.backups());
  }

  public Health health() throws CommandRefusedException {
    return need(services.health());
  }

  public Surfaces surfaces() throws CommandRefusedException {
    return need(services.surfaces());
  }

  public Host host() throws CommandRefusedException {
    return need(services.host());
  }

  public AuditLog audit() throws CommandRefusedException {
    return need(services.audit());
  }

  public LogSearch search() throws CommandRefusedException {
    return need(services.search());
  }

  public History history() throws CommandRefusedException {
    return need(services.history());
  }

  public Incidents incidents() throws CommandRefusedException {
    return need(services.incidents());
  }

  public Alarms alarms() throws CommandRefusedException {
    return need(services.alarms());
  }

  public ProjectActions actions() throws CommandRefusedException {
    return need(services.actions());
  }

  public Panels panels() throws CommandRefusedException {
    return need(services.panels());
  }

  public DefinitionFormats formats() throws CommandRefusedException {
    return need(services.formats());
  }

  /** Returns the surfaces that are available now, without waiting. */
  public Services now() {
    return services;
  }

  /**
   * Reports unknown projects and suggests the name that the user may have meant.
   *
   * @param ids channelIds or names, at least one
   * @param so the consequence for the other projects, such as {@code ; nothing was done}; may be ""
   */
  public CommandRefusedException unknownProjects(Collection<String> ids, String so)
      throws CommandRefusedException {
    List<String> known =
        supervisor().projects().stream()
            .flatMap(p -> Stream.of(p.channelId(), p.name()))
            .distinct()
            .toList();
    String hint = ids.size() == 1 ? NearestWord.hint(ids.iterator().next(), known) : "";
    return new CommandRefusedException("unknown project " + String.join(", ", ids) + so + hint);
  }

  private <T> T need(AwaitedService<T> service) throws CommandRefusedException {
    try {
      return service.await(patience);
    } catch (ServiceAwayException e) {
      throw new CommandRefusedException(e.getMessage() + "; see: innkeeper surfaces", e);
    }
  }
}
