package innkeeper.rotation;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.settings.Settings;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Space;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.apache.felix.hc.api.HealthCheck;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The OSGi component that creates the parts of this bundle and registers its services. */
@Component(
    service = {},
    immediate = true,
    configurationPid = "innkeeper.rotation")
public final class RotationComponent {

  private final Rotation rotation;
  private final Housekeeper housekeeper;
  private final BundleContext context;
  private final RotationChecks checks = new RotationChecks();
  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();

  @Activate
  public RotationComponent(
      BundleContext context, @Reference Settings settings, RotationConfig config) {
    this.context = context;
    Clock clock = Clock.systemUTC();
    LongSupplier nanos = System::nanoTime;
    Semaphore wake = new Semaphore(0);
    Space space = Space.real(config.minFreeBytes());
    RotationParts parts =
        RotationParts.of(
            settings.dataDir(),
            new Disk(),
            space,
            nanos,
            config.keepWhenFull(),
            Duration.ofSeconds(Math.max(0, config.plainSeconds())));
    rotation = new Rotation(parts, settings, clock, nanos, wake::release);
    rotation.age(config.daily(), age(config.maxAgeHours()));
    housekeeper = new Housekeeper(rotation, parts, new ClockWatch(clock, nanos), nanos, wake);
  }

  private static Duration age(double hours) {
    return hours > 0 ? Duration.ofMillis(Math.round(hours * 3_600_000)) : Duration.ZERO;
  }

  @Activate
  void start() {
    housekeeper.start();
    registrations.add(context.registerService(Rotator.class, rotation, null));
    register("disk:free", () -> checks.diskFree(rotation.disks()));
    register("rotation:turns", () -> RotationChecks.rollovers(rotation.failures()));
  }

  private void register(String name, HealthCheck check) {
    Dictionary<String, ?> properties = FrameworkUtil.asDictionary(Map.of(HealthCheck.NAME, name));
    registrations.add(context.registerService(HealthCheck.class, check, properties));
  }

  @Deactivate
  void stop() {
    registrations.forEach(ServiceRegistration::unregister);
    rotation.close();
    housekeeper.close();
  }

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void addLog(RotatableLog log) {
    rotation.add(log);
  }

  void removeLog(RotatableLog log) {
    rotation.remove(log);
  }
}
