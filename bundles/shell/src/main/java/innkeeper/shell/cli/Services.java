package innkeeper.shell.cli;

import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.common.text.NearestWord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives commands access to the services of the other bundles. Each one except the settings may be
 * missing while its bundle is replaced.
 */
public final class Services {

  private final Settings settings;
  private final Duration patience;
  private final Map<Class<?>, AwaitedService<?>> all = new HashMap<>();

  /**
   * @param settings null without a host process
   * @param patience the longest wait for a service that is being replaced
   */
  public Services(Settings settings, Duration patience) {
    this.settings = settings;
    this.patience = patience;
  }

  /** Adds a service. All are added before the first command runs. */
  public <T> Services with(Class<T> type, AwaitedService<T> service) {
    all.put(type, service);
    return this;
  }

  public Settings settings() {
    return settings;
  }

  /** Returns the release of the host; without a host, that of this program. */
  public String version() {
    return settings == null ? System.getProperty("innkeeper.version", "") : settings.version();
  }

  /** Returns a service. It waits a limited time for one that is being replaced. */
  public <T> T get(Class<T> type) throws CommandRefusedException {
    try {
      return type.cast(all.get(type).await(patience));
    } catch (ServiceAwayException e) {
      throw new CommandRefusedException(e.getMessage() + "; see: innkeeper surfaces", e);
    }
  }

  /** Returns a service if it is available now, without waiting. */
  public <T> Optional<T> now(Class<T> type) {
    return all.get(type).get().map(type::cast);
  }

  /**
   * Finds a project.
   *
   * @param id channelId or name
   * @param so see {@link #unknownProjects}
   */
  public ProjectStatus project(String id, String so) throws CommandRefusedException {
    return projects(List.of(id), so).get(0);
  }

  /**
   * Finds several projects. One unknown project refuses the whole command.
   *
   * @param ids channelIds or names
   * @param so see {@link #unknownProjects}
   */
  public List<ProjectStatus> projects(Collection<String> ids, String so)
      throws CommandRefusedException {
    Supervisor supervisor = get(Supervisor.class);
    List<ProjectStatus> found = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String id : ids) {
      supervisor.project(id).ifPresentOrElse(found::add, () -> unknown.add(id));
    }
    if (!unknown.isEmpty()) {
      throw unknownProjects(unknown, so);
    }
    return found;
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
        get(Supervisor.class).projects().stream()
            .flatMap(p -> Stream.of(p.channelId(), p.name()))
            .distinct()
            .toList();
    String hint = ids.size() == 1 ? NearestWord.hint(ids.iterator().next(), known) : "";
    return new CommandRefusedException("unknown project " + String.join(", ", ids) + so + hint);
  }
}
