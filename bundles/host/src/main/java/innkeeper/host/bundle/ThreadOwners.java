package innkeeper.host.bundle;

import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleWiring;

/** Whose code a thread runs, read off its stack. */
public final class ThreadOwners {

  private final BundleContext context;

  public ThreadOwners(BundleContext context) {
    this.context = context;
  }

  /** The user's bundle whose code is nearest to the top; the platform's and ours do not count. */
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

  /** The topmost line of that bundle's own code, else of any. */
  public String place(Bundle bundle, StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (bundle.getState() != Bundle.UNINSTALLED && holds(bundle, frame.getClassName())) {
        return frame.toString();
      }
    }
    return stack.length == 0 ? "?" : stack[0].toString();
  }

  /** Whether the class comes out of its jar, or out of a jar inside of that one. */
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
