package innkeeper.host;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.common.net.LoopbackPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The component behind {@code run --demo}. It defines one sample project like any other, whose
 * server answers HTTP and logs made-up secrets.
 */
@Component(immediate = true, service = DemoComponent.class)
public final class DemoComponent {

  private static final Logger LOG = LoggerFactory.getLogger(DemoComponent.class);
  private static final String ID = "demo";

  @Activate
  public DemoComponent(
      BundleContext context, @Reference Settings settings, @Reference Supervisor supervisor) {
    if (!Boolean.parseBoolean(context.getProperty("innkeeper.demo"))) {
      return;
    }
    Thread thread = new Thread(() -> define(settings, supervisor), "demo");
    thread.setDaemon(true);
    thread.start();
  }

  private static void define(Settings settings, Supervisor supervisor) {
    if (supervisor.project(ID).isPresent()) {
      return;
    }
    try {
      supervisor.apply(List.of(definition(settings)), false, false, Actor.HOST);
      LOG.info("demo defined channelId={}", ID);
    } catch (RuntimeException | IOException e) {
      LOG.error("demo could not be defined", e);
    }
  }

  private static ProjectDefinition definition(Settings settings) throws IOException {
    Path jar = settings.homeDir().resolve("lib/innkeeper.demo.jar");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    int port = LoopbackPort.anyFree();
    return Definitions.fromMap(
        Map.of(
            "channelId", ID,
            "command",
                List.of(
                    java.toString(),
                    "-Xshare:auto",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx32m",
                    "-cp",
                    jar.toString(),
                    "innkeeper.demo.DemoServer"),
            "env", Map.of("DEMO_API_TOKEN", "make-believe-7f3a9c51e2"),
            "port", port,
            "health", Map.of("http", "http://127.0.0.1:" + port + "/")),
        settings.dataDir());
  }
}
