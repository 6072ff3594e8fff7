package innkeeper.shell.completion;

import innkeeper.api.action.ProjectActions;
import innkeeper.api.action.ProjectActions.Offer;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.panel.Panels;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Services;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The arguments that exist now: projects, backups, bundles. It does not wait for a missing service.
 */
public record LiveWords(Services services) {

  /** Returns all words of a kind; an empty list for a kind without live words. */
  public List<String> of(Help.Kind kind) {
    return switch (kind) {
      case PROJECT -> now(Supervisor.class, LiveWords::projects);
      case BACKUP -> now(Backups.class, b -> names(b.list(), BackupManifest::name));
      case SURFACE, BUNDLE -> now(Surfaces.class, s -> names(s.list(), Surface::name));
      case ACTION -> withProjects(now(ProjectActions.class, a -> names(a.offers(""), Offer::name)));
      case PANEL -> withProjects(now(Panels.class, p -> names(p.entries(), Panels.Entry::name)));
      case NONE, COMMAND -> List.of();
    };
  }

  private <T> List<String> now(Class<T> service, Function<T, List<String>> words) {
    return services.now(service).map(words).orElse(List.of());
  }

  private static <T> List<String> names(List<T> all, Function<T, String> name) {
    return all.stream().map(name).toList();
  }

  /** Appends the projects, because a project follows such a name. */
  private List<String> withProjects(List<String> names) {
    return Stream.concat(names.stream(), of(Help.Kind.PROJECT).stream()).toList();
  }

  private static List<String> projects(Supervisor supervisor) {
    try {
      return supervisor.projects().stream()
          .flatMap(p -> Stream.of(p.channelId(), p.name()))
          .distinct()
          .toList();
    } catch (StoreException e) {
      return List.of(); // The projects are unknown, so none is offered.
    }
  }
}
