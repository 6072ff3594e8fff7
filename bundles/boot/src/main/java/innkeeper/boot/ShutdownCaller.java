package innkeeper.boot;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** What threads' stacks say about who ends this process. */
final class ShutdownCaller {

  private ShutdownCaller() {}

  static boolean exits(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }

  /**
   * The stack of a thread that called System.exit and is neither ours nor the launcher's.
   *
   * @param main the launcher's
   */
  static Optional<StackTraceElement[]> exitsUnasked(Thread main) {
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      StackTraceElement[] stack = thread.getValue();
      boolean ours =
          Arrays.stream(stack).anyMatch(f -> f.getClassName().startsWith("innkeeper.boot."));
      if (thread.getKey() != main
          && !ours
          && Arrays.stream(stack).anyMatch(ShutdownCaller::exits)) {
        return Optional.of(stack);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether TERM, INT or HUP came, be it while the process was ending already: the JVM's own
   * handler then waits for good for its turn to end it.
   */
  static boolean toEnd() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(stack -> Arrays.stream(stack).anyMatch(ShutdownCaller::handles));
  }

  private static boolean handles(StackTraceElement frame) {
    return frame.getClassName().startsWith("java.lang.Terminator");
  }
}
