package innkeeper.shell;

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
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Services;
import innkeeper.shell.command.Commands;
import innkeeper.shell.gogo.FelixBundles;
import innkeeper.shell.gogo.Gogo;
import innkeeper.shell.gogo.GogoFunction;
import innkeeper.shell.server.CommandRights;
import innkeeper.shell.server.Completion;
import innkeeper.shell.server.Dispatcher;
import innkeeper.shell.server.GroupSocket;
import innkeeper.shell.server.ShellServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the shell on DATA_DIR/run/shell.sock, and registers its commands in Gogo. */
@Component(
    immediate = true,
    service = {})
public final class ShellComponent {

  private static final Logger LOG = LoggerFactory.getLogger(ShellComponent.class);

  /** The longest time that a command waits for a surface that is being replaced. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ShellServer server;
  private final Optional<ShellServer> groupServer;

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  @Reference(service = Logs.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");

  @Reference(service = Redactor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Redactor> redactor = new AwaitedService<>(Redactor.class, "logging");

  @Reference(service = Rotator.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Rotator> rotator = new AwaitedService<>(Rotator.class, "rotation");

  @Reference(service = Backups.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Backups> backups = new AwaitedService<>(Backups.class, "backup");

  @Reference(service = Health.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Health> health = new AwaitedService<>(Health.class, "host");

  @Reference(service = Surfaces.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Surfaces> surfaces = new AwaitedService<>(Surfaces.class, "host");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Reference(service = Host.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Host> host = new AwaitedService<>(Host.class, "host");

  @Reference(service = LogSearch.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<LogSearch> search = new AwaitedService<>(LogSearch.class, "logging");

  @Reference(service = History.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<History> history = new AwaitedService<>(History.class, "history");

  @Reference(service = Incidents.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Incidents> incidents =
      new AwaitedService<>(Incidents.class, "history");

  @Reference(service = Alarms.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Alarms> alarms = new AwaitedService<>(Alarms.class, "alarms");

  @Reference(service = ProjectActions.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<ProjectActions> actions =
      new AwaitedService<>(ProjectActions.class, "extensions");

  @Reference(service = Panels.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Panels> panels = new AwaitedService<>(Panels.class, "extensions");

  @Reference(service = DefinitionFormats.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<DefinitionFormats> formats =
      new AwaitedService<>(DefinitionFormats.class, "convert");

  @Reference(service = CommandProcessor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<CommandProcessor> processor =
      new AwaitedService<>(CommandProcessor.class, "org.apache.felix.gogo.runtime");

  @Activate
  public ShellComponent(BundleContext context, @Reference Settings settings) throws IOException {
    FelixBundles bundles = new FelixBundles(context);
    Services services =
        new Services(settings, PATIENCE)
            .with(Supervisor.class, supervisor)
            .with(Logs.class, logs)
            .with(Redactor.class, redactor)
            .with(Rotator.class, rotator)
            .with(Backups.class, backups)
            .with(Health.class, health)
            .with(Surfaces.class, surfaces)
            .with(AuditLog.class, audit)
            .with(Host.class, host)
            .with(LogSearch.class, search)
            .with(History.class, history)
            .with(Incidents.class, incidents)
            .with(Alarms.class, alarms)
            .with(ProjectActions.class, actions)
            .with(Panels.class, panels)
            .with(DefinitionFormats.class, formats);
    Commands commands = new Commands(services, Clock.systemDefaultZone());
    Gogo gogo = new Gogo(processor, bundles);
    Dispatcher dispatcher =
        new Dispatcher(commands, new Completion(commands, services, bundles), gogo);
    server = new ShellServer(settings.dataDir().resolve("run").resolve("shell.sock"), dispatcher);
    server.open();
    groupServer = openForGroup(settings, dispatcher);
    // The framework unregisters the services when the bundle stops.
    commands.all().forEach(command -> register(context, Commands.SCOPE, command));
    for (String name : List.of("install", "update")) {
      // They replace Felix's own commands, which accept any jar for any bundle.
      commands.find(name).ifPresent(command -> register(context, "felix", command));
    }
    context.registerService(
        Converter.class,
        bundles,
        new Hashtable<>(Map.of(Converter.CONVERTER_CLASSES, "org.osgi.framework.Bundle")));
  }

  /**
   * Opens the socket of the group. A failure is only logged, because the host still serves its
   * owner.
   */
  private static Optional<ShellServer> openForGroup(Settings settings, Dispatcher dispatcher) {
    String group = settings.get("SOCKET_GROUP");
    if (group.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path directory = groupDirectory(settings);
      GroupSocket access = GroupSocket.in(directory, group);
      CommandRights rights = CommandRights.of(settings.get("SOCKET_RIGHTS"));
      ShellServer opened =
          new ShellServer(directory.resolve("innkeeper.sock"), dispatcher.with(rights));
      opened.open(access);
      return Optional.of(opened);
    } catch (IOException e) {
      LOG.error("socket of the group could not be opened group={} why={}", group, e.getMessage());
      return Optional.empty();
    }
  }

  private static Path groupDirectory(Settings settings) throws IOException {
    String directory = settings.get("SOCKET_DIR");
    return directory.isEmpty()
        ? Path.of("/tmp/innkeeper-" + Files.getAttribute(settings.dataDir(), "unix:uid"))
        : Path.of(directory);
  }

  private static void register(BundleContext context, String scope, Command command) {
    Map<String, Object> properties =
        Map.of(
            CommandProcessor.COMMAND_SCOPE,
            scope,
            CommandProcessor.COMMAND_FUNCTION,
            command.help().name(),
            Constants.SERVICE_RANKING,
            1000);
    context.registerService(Function.class, new GogoFunction(command), new Hashtable<>(properties));
  }

  @Deactivate
  void stop(BundleContext context) {
    if (server.sessions() > 0 || groupServer.map(ShellServer::sessions).orElse(0) > 0) {
      loadAll(context.getBundle());
    }
    server.close();
    groupServer.ifPresent(ShellServer::close);
  }

  /**
   * Loads all classes of this bundle. A busy session may end after the bundle's content was
   * replaced, because its own command may replace it. Then the old content cannot be read any more.
   */
  private static void loadAll(Bundle bundle) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    for (String file :
        wiring.listResources(
            "innkeeper",
            "*.class",
            BundleWiring.LISTRESOURCES_RECURSE | BundleWiring.LISTRESOURCES_LOCAL)) {
      String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
      if (name.endsWith("package-info")) {
        continue;
      }
      try {
        Class.forName(name, false, wiring.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        LOG.warn("class could not be loaded early class={}", name, e);
      }
    }
  }
}
