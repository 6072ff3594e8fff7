package innkeeper.extensions;

import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelReading;
import innkeeper.api.panel.Panels;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.api.thread.WatchedScheduler;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The service that lists the panels and reads them. */
final class PanelService implements Panels, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final AwaitedService<Supervisor> supervisor;
  private final WatchedScheduler timer = new WatchedScheduler("extensions-panels", 1, 0);
  private final NamedServices<Panel, ReadPanel> panels;

  /**
   * @param limit the time that a panel's answer may take
   */
  PanelService(AwaitedService<Supervisor> supervisor, Duration limit, Clock clock) {
    this.supervisor = supervisor;
    ReadPanel.Means means = new ReadPanel.Means(clock, timer, limit);
    this.panels = new NamedServices<>("panel", panel -> new ReadPanel(panel, means));
  }

  void add(Panel panel) {
    panels.add(panel);
  }

  void remove(Panel panel) {
    panels.remove(panel).ifPresent(ReadPanel::close);
  }

  @Override
  public List<Entry> entries() {
    return panels.all().stream().map(ReadPanel::entry).toList();
  }

  @Override
  public CompletableFuture<PanelReading> read(String name, String project) {
    String id =
        project.isEmpty()
            ? ""
            : supervisor
                .await(PATIENCE)
                .project(project)
                .map(ProjectStatus::channelId)
                .orElseThrow(() -> new UnknownProjectException(project));
    return panels
        .find(name)
        .filter(panel -> panel.entry().of(id))
        .orElseThrow(() -> unknown(name, id))
        .read(id);
  }

  private UnknownPanelException unknown(String name, String id) {
    List<String> names = entries().stream().filter(e -> e.of(id)).map(Entry::name).toList();
    return new UnknownPanelException(
        (id.isEmpty() ? "the host" : id)
            + " has no panel \""
            + ForeignText.of(name, 40)
            + "\"; "
            + (names.isEmpty() ? "it has none" : "there are: " + String.join(", ", names)));
  }

  @Override
  public void close() {
    panels.all().forEach(ReadPanel::close);
    timer.shutdownNow();
  }
}
