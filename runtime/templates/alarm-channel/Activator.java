package @package@;

import innkeeper.api.alarm.AlarmChannel;
import java.util.function.Consumer;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

public final class Activator implements BundleActivator {

  private final Consumer<String> out;

  public Activator() {
    this(System.out::println);
  }

  Activator(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void start(BundleContext context) {
    context.registerService(AlarmChannel.class, new @Name@(out), null);
  }

  @Override
  public void stop(BundleContext context) {
    // What was registered goes with the bundle. End your threads here.
  }
}
