package innkeeper.host.surface;

import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Whose code a thread runs, read off its stack. */
final class Culprits {

  private final BundleContext context;

  Culprits(BundleContext context) {
    this.context = context;
  }

  /** The user's bundle whose code is nearest to the top; the platform's and ours do not count. */
  Optional<Bundle> of(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.")) {
        continue;
      }
      for (Bundle bundle : context.getBundles()) {
        if (OneAtATime.isSurface(bundle)
            && bundle.getEntry(name.replace('.', '/') + ".class") != null) {
          return Optional.of(bundle);
        }
      }
    }
    return Optional.empty();
  }

  /** The topmost line of that bundle's own code, else of any. */
  String place(Bundle bundle, StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (bundle.getState() != Bundle.UNINSTALLED
          && bundle.getEntry(frame.getClassName().replace('.', '/') + ".class") != null) {
        return frame.toString();
      }
    }
    return stack.length == 0 ? "?" : stack[0].toString();
  }
}
