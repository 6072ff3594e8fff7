package innkeeper.shell;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Health;
import innkeeper.api.host.Host;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Services;
import innkeeper.shell.command.Commands;
import innkeeper.shell.gogo.BundleConverter;
import innkeeper.shell.gogo.FelixBundles;
import innkeeper.shell.gogo.Gogo;
import innkeeper.shell.gogo.GogoFunction;
import innkeeper.shell.server.Completion;
import innkeeper.shell.server.Dispatcher;
import innkeeper.shell.server.ShellServer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
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
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shell on DATA_DIR/run/shell.sock, and its commands in Gogo. */
@Component(
    immediate = true,
    service = {})
public final class ShellComponent implements Services {

  private static final Logger LOG = LoggerFactory.getLogger(ShellComponent.class);

  /** How long a command waits for a surface that is being replaced. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Settings settings;
  private final ShellServer server;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Supervisor supervisor;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Logs logs;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Redactor redactor;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Rotator rotator;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backups backups;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Health health;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Surfaces surfaces;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile AuditLog audit;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Host host;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile CommandProcessor processor;

  @Activate
  public ShellComponent(BundleContext context, @Reference Settings settings) throws IOException {
    this.settings = settings;
    FelixBundles bundles = new FelixBundles(context);
    Commands commands = new Commands(new AwaitedServices(this, PATIENCE), Clock.systemUTC());
    Gogo gogo = new Gogo(() -> Optional.ofNullable(processor), bundles);
    server =
        new ShellServer(
            settings.dataDir().resolve("run").resolve("shell.sock"),
            new Dispatcher(commands, new Completion(commands, this, bundles), gogo));
    server.open();
    // Unregistered with the bundle.
    commands.all().forEach(command -> register(context, Commands.SCOPE, command));
    for (String name : List.of("install", "update")) {
      // In place of Felix's own, which take any jar for any bundle: there is one way in.
      commands.find(name).ifPresent(command -> register(context, "felix", command));
    }
    context.registerService(Converter.class, new BundleConverter(bundles), properties("", ""));
  }

  private static void register(BundleContext context, String scope, Command command) {
    Dictionary<String, Object> properties = properties(scope, command.help().name());
    properties.put(Constants.SERVICE_RANKING, 1000);
    context.registerService(Function.class, new GogoFunction(command), properties);
  }

  private static Dictionary<String, Object> properties(String scope, String function) {
    Dictionary<String, Object> properties = new Hashtable<>();
    if (function.isEmpty()) {
      properties.put(Converter.CONVERTER_CLASSES, "org.osgi.framework.Bundle");
    } else {
      properties.put(CommandProcessor.COMMAND_SCOPE, scope);
      properties.put(CommandProcessor.COMMAND_FUNCTION, function);
    }
    return properties;
  }

  @Deactivate
  void stop(BundleContext context) {
    if (server.sessions() > 0) {
      loadAll(context.getBundle());
    }
    server.close();
  }

  /**
   * A session at work may end after this bundle's content was replaced (it may be the one that
   * replaces it), and then no class can be loaded from the old content any more.
   */
  private static void loadAll(Bundle bundle) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    for (String file :
        wiring.listResources(
            "innkeeper/shell",
            "*.class",
            BundleWiring.LISTRESOURCES_RECURSE | BundleWiring.LISTRESOURCES_LOCAL)) {
      String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
      if (name.endsWith("package-info") || name.startsWith("innkeeper.shell.client.")) {
        continue;
      }
      try {
        Class.forName(name, false, wiring.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        LOG.warn("class could not be loaded ahead class={}", name, e);
      }
    }
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public Optional<Supervisor> supervisor() {
    return Optional.ofNullable(supervisor);
  }

  @Override
  public Optional<Logs> logs() {
    return Optional.ofNullable(logs);
  }

  @Override
  public Optional<Redactor> redactor() {
    return Optional.ofNullable(redactor);
  }

  @Override
  public Optional<Rotator> rotator() {
    return Optional.ofNullable(rotator);
  }

  @Override
  public Optional<Backups> backups() {
    return Optional.ofNullable(backups);
  }

  @Override
  public Optional<Health> health() {
    return Optional.ofNullable(health);
  }

  @Override
  public Optional<Surfaces> surfaces() {
    return Optional.ofNullable(surfaces);
  }

  @Override
  public Optional<Host> host() {
    return Optional.ofNullable(host);
  }

  @Override
  public Optional<AuditLog> audit() {
    return Optional.ofNullable(audit);
  }
}
