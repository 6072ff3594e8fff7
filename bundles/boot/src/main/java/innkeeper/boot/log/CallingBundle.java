package innkeeper.boot.log;

import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleReference;

/**
 * Finds the user's bundle that logs or prints: the bundle nearest to the top of the stack, if it is
 * the user's.
 */
final class CallingBundle {

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private CallingBundle() {}

  /** Returns its symbolic name; "" if a bundle of the release logs, or none. */
  static String name() {
    Optional<Bundle> caller = STACK.walk(CallingBundle::nearest);
    return caller
        .map(bundle -> String.valueOf(bundle.getSymbolicName()))
        .filter(name -> !name.startsWith("innkeeper."))
        .orElse("");
  }

  private static Optional<Bundle> nearest(Stream<StackWalker.StackFrame> frames) {
    return frames
        .map(frame -> frame.getDeclaringClass().getClassLoader())
        .filter(BundleReference.class::isInstance)
        .map(loader -> ((BundleReference) loader).getBundle())
        .filter(bundle -> bundle != null && !isPlatform(bundle))
        .findFirst();
  }

  /**
   * Returns whether the bundle belongs to the platform. Jetty or Gogo log on behalf of other
   * bundles.
   */
  private static boolean isPlatform(Bundle bundle) {
    return bundle.getBundleId() == 0
        || bundle.getLocation().contains("/platform/")
            && !String.valueOf(bundle.getSymbolicName()).startsWith("innkeeper.");
  }
}
