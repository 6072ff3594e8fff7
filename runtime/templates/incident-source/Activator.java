package @package@;

import innkeeper.api.incident.IncidentSource;
import java.nio.file.Path;
import java.time.Clock;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

public final class Activator implements BundleActivator {

  private final Path file;
  private final Clock clock;

  /** A relative path begins where the host was started. */
  public Activator() {
    this(Path.of("@name@.txt"), Clock.systemUTC());
  }

  Activator(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
  }

  @Override
  public void start(BundleContext context) {
    context.registerService(IncidentSource.class, new @Name@(file, clock), null);
  }

  @Override
  public void stop(BundleContext context) {
    // What was registered goes with the bundle. End your threads here.
  }
}
