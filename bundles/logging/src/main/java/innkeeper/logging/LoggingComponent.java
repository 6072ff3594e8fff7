package innkeeper.logging;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.log.RedactionRule;
import innkeeper.api.log.Redactor;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.hc.api.HealthCheck;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The logging surface: wiring only. */
@Component(
    immediate = true,
    service = {Logs.class, Redactor.class})
public final class LoggingComponent implements Logs, Redactor {

  private final BundleContext context;
  private final Logging logging;
  private final List<ServiceRegistration<?>> registrations = new CopyOnWriteArrayList<>();

  @Reference(service = Rotator.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Rotator> rotator = new AwaitedService<>(Rotator.class, "rotation");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Activate
  public LoggingComponent(BundleContext context, @Reference Settings settings) throws IOException {
    this.context = context;
    logging = new Logging(settings, rotator, audit, this::appeared);
  }

  @Reference(
      service = RedactionRule.class,
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC)
  void bindRule(RedactionRule rule) {
    logging.add(rule);
  }

  void unbindRule(RedactionRule rule) {
    logging.remove(rule);
  }

  @Activate
  void start() {
    logging.start();
    logging
        .checks()
        .forEach(
            (name, check) -> register(HealthCheck.class, check, Map.of(HealthCheck.NAME, name)));
  }

  @Deactivate
  void stop() throws IOException, InterruptedException {
    for (ServiceRegistration<?> registration : registrations) {
      try {
        registration.unregister();
      } catch (IllegalStateException gone) {
        continue;
      }
    }
    logging.stop();
  }

  private void appeared(RotatableLog log) {
    register(RotatableLog.class, log, Map.of("log.name", log.name()));
  }

  private <S> void register(Class<S> type, S service, Map<String, ?> properties) {
    Dictionary<String, Object> dictionary = new Hashtable<>(properties);
    registrations.add(context.registerService(type, service, dictionary));
  }

  @Override
  public Optional<LogStatus> status(String name) {
    return logging.logs().status(name);
  }

  @Override
  public Tail tail(String name, int lines, List<String> places) throws IOException {
    return logging.logs().tail(name, lines, places);
  }

  @Override
  public AutoCloseable follow(String name, String cursor, Follower follower) throws IOException {
    return logging.logs().follow(name, cursor, follower);
  }

  @Override
  public void copyTo(String name, OutputStream out) throws IOException {
    logging.logs().copyTo(name, out);
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    return logging.logs().drained(name);
  }

  @Override
  public String redact(String text) {
    return logging.redact(text);
  }

  @Override
  public Collection<String> register(String source, Collection<String> secrets) {
    return logging.register(source, secrets);
  }

  @Override
  public List<RuleStatus> rules() {
    return logging.rules();
  }
}
