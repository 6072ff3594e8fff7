package innkeeper.host.bundle;

import java.util.Arrays;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleWiring;

/** Finds the bundle whose code a thread runs, from its stack. */
public final class ThreadOwners {

  private final BundleContext context;

  public ThreadOwners(BundleContext context) {
    this.context = context;
  }

  /**
   * Returns the surface whose code is nearest to the top of the stack. Bundles of the platform do
   * not count.
   */
  public Optional<Bundle> of(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.")) {
        continue;
      }
      for (Bundle bundle : context.getBundles()) {
        if (SingletonBundles.isSurface(bundle) && holds(bundle, name)) {
          return Optional.of(bundle);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the topmost frame of the bundle's own code, or the topmost frame of all if it has none.
   */
  public String place(Bundle bundle, StackTraceElement[] stack) {
    return place(Optional.of(bundle), stack);
  }

  String place(Optional<Bundle> bundle, StackTraceElement[] stack) {
    Optional<Bundle> there = bundle.filter(b -> b.getState() != Bundle.UNINSTALLED);
    return Arrays.stream(stack)
        .filter(frame -> there.isPresent() && holds(there.get(), frame.getClassName()))
        .findFirst()
        .or(() -> Arrays.stream(stack).findFirst())
        .map(StackTraceElement::toString)
        .orElse("?");
  }

  /** Returns whether the class is in the bundle's jar, or in a jar inside of that jar. */
  private static boolean holds(Bundle bundle, String type) {
    String file = type.replace('.', '/') + ".class";
    if (bundle.getEntry(file) != null) {
      return true;
    }
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    int slash = file.lastIndexOf('/');
    return wiring != null
        && bundle.getHeaders("").get(Constants.BUNDLE_CLASSPATH) != null
        && !wiring
            .listResources(
                file.substring(0, Math.max(0, slash)),
                file.substring(slash + 1).replace("*", "\\*"),
                BundleWiring.LISTRESOURCES_LOCAL)
            .isEmpty();
  }
}
