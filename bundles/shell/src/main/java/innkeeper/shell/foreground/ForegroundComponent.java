package innkeeper.shell.foreground;

import innkeeper.api.log.Logs;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.Supervisor;
import java.io.OutputStream;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Wires {@code run --project}; it does nothing in any other host. Both services are mandatory. When
 * one goes, the component is deactivated while the other still serves, and prints the remaining
 * lines.
 */
@Component(
    immediate = true,
    service = {})
public final class ForegroundComponent {

  private Optional<ForegroundProjects> projects = Optional.empty();

  @Activate
  @SuppressWarnings("unchecked")
  public ForegroundComponent(
      BundleContext context,
      @Reference Settings settings,
      @Reference Supervisor supervisor,
      @Reference Logs logs) {
    if (!(System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot)
        || !(boot.get("foreground.projects") instanceof List<?> files)) {
      return;
    }
    ConcurrentMap<String, String> state =
        (ConcurrentMap<String, String>) boot.get("foreground.state");
    Optional<LogOutput> output =
        Optional.ofNullable((OutputStream) boot.get("foreground.stdout"))
            .map(out -> new LogOutput(logs, out, settings.dataDir().resolve("run"), state));
    ForegroundProjects started =
        new ForegroundProjects(
            supervisor,
            output,
            state,
            (BiConsumer<Integer, String>) boot.get("foreground.end"),
            (BiConsumer<Integer, String>) boot.get("fatal"),
            String.valueOf(boot.get("foreground.exitWith")));
    projects = Optional.of(started);
    context.registerService(ProjectListener.class, started, new Hashtable<>());
    started.start(files.stream().map(String::valueOf).toList());
  }

  @Deactivate
  void stop() {
    projects.ifPresent(ForegroundProjects::close);
  }
}
