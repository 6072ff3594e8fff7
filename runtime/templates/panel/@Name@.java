package @package@;

import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Table;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Asked while somebody looks, within two seconds. The page draws it. */
final class @Name@ implements Panel {

  private final Supplier<Optional<Supervisor>> supervisor;

  @Name@(Supplier<Optional<Supervisor>> supervisor) {
    this.supervisor = supervisor;
  }

  @Override
  public String name() {
    return "@name@";
  }

  @Override
  public String title() {
    return "States";
  }

  @Override
  public Scope scope() {
    return Scope.HOST;
  }

  @Override
  public PanelContent content(String channelId) {
    List<ProjectStatus> projects = supervisor.get().map(Supervisor::projects).orElse(List.of());
    List<List<String>> rows =
        projects.stream().map(one -> List.of(one.name(), one.state().name())).toList();
    return PanelContent.EMPTY
        .figure("projects", projects.size(), "")
        .table(new Table("", List.of("Project", "State"), rows));
  }
}
