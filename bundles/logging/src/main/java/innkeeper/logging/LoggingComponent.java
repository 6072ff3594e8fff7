package innkeeper.logging;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.LogWaitListener;
import innkeeper.api.log.Logs;
import innkeeper.api.log.RedactionRule;
import innkeeper.api.log.Redactor;
import innkeeper.api.record.LogRecords;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.records.RecordReader;
import java.io.IOException;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
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

/** The OSGi component of the logging bundle, which contains only the wiring. */
@Component(
    immediate = true,
    service = {})
public final class LoggingComponent {

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

  @Reference(
      service = LogWaitListener.class,
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC)
  void bindWaitListener(LogWaitListener listener) {
    logging.add(listener);
  }

  void unbindWaitListener(LogWaitListener listener) {
    logging.remove(listener);
  }

  @Activate
  void start() {
    logging.start();
    register(Logs.class, logging.logs(), Map.of());
    register(Redactor.class, logging, Map.of());
    RecordReader records = new RecordReader();
    register(LogRecords.class, records, Map.of());
    register(LogSearch.class, logging.search(records), Map.of());
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
}
