package innkeeper.boot.log;

import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleReference;

/** Whose code logs or prints: the bundle nearest to the top of the stack, if it is the user's. */
final class CallingBundle {

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private CallingBundle() {}

  /** Its symbolic name; "" where a bundle of the release, or none, logs. */
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

  /** What Jetty or Gogo log is by order of somebody else. */
  private static boolean isPlatform(Bundle bundle) {
    return bundle.getBundleId() == 0
        || bundle.getLocation().contains("/platform/")
            && !String.valueOf(bundle.getSymbolicName()).startsWith("innkeeper.");
  }
}
