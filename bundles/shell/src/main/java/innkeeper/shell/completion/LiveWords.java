package innkeeper.shell.completion;

import innkeeper.api.action.ProjectActions;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.panel.Panels;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Services;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The arguments that exist now: projects, backups, bundles. It does not wait for a missing service.
 */
public final class LiveWords {

  private final Services services;

  public LiveWords(Services services) {
    this.services = services;
  }

  /** Returns all words of a kind; an empty list for a kind without live words. */
  public List<String> of(Help.Kind kind) {
    return switch (kind) {
      case PROJECT -> services.supervisor().get().map(LiveWords::projects).orElse(List.of());
      case BACKUP ->
          services
              .backups()
              .get()
              .map(b -> b.list().stream().map(BackupManifest::name).toList())
              .orElse(List.of());
      case SURFACE, BUNDLE ->
          services
              .surfaces()
              .get()
              .map(s -> s.list().stream().map(Surfaces.Surface::name).toList())
              .orElse(List.of());
      case ACTION ->
          with(
              services
                  .actions()
                  .get()
                  .map(a -> a.offers("").stream().map(ProjectActions.Offer::name).toList()));
      case PANEL ->
          with(
              services
                  .panels()
                  .get()
                  .map(p -> p.entries().stream().map(Panels.Entry::name).toList()));
      case NONE, COMMAND -> List.of();
    };
  }

  /** Appends the projects, because a project follows such a name. */
  private List<String> with(Optional<List<String>> names) {
    return Stream.concat(names.stream().flatMap(List::stream), of(Help.Kind.PROJECT).stream())
        .toList();
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
