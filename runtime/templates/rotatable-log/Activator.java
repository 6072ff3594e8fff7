package @package@;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

public final class Activator implements BundleActivator {

  private final Path file;
  private ServiceTracker<Rotator, Rotator> rotator;
  private @Name@ log;

  /** A relative path begins where the host was started. */
  public Activator() {
    this(Path.of("@name@.log"));
  }

  Activator(Path file) {
    this.file = file;
  }

  @Override
  public void start(BundleContext context) throws IOException {
    rotator = new ServiceTracker<>(context, Rotator.class, null);
    rotator.open();
    // The rotator is away while its bundle is replaced; the log grows meanwhile.
    log = new @Name@(file.toAbsolutePath(), () -> Optional.ofNullable(rotator.getService()));
    context.registerService(RotatableLog.class, log, null);
    ProjectListener listener = now -> log.line(now.name() + " " + now.state());
    context.registerService(ProjectListener.class, listener, null);
  }

  @Override
  public void stop(BundleContext context) throws IOException {
    rotator.close();
    log.close();
  }
}
