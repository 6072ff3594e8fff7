package innkeeper.boot;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Finds the caller that ends this process, from the stacks of all threads. */
final class ShutdownCaller {

  private ShutdownCaller() {}

  static boolean exits(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }

  /**
   * Returns the stack of a thread that called System.exit and is neither ours nor the launcher's.
   *
   * @param main the launcher's thread
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
   * Returns whether TERM, INT or HUP arrived, even if the process was already ending. In that case
   * the JVM's own handler waits for its turn to end the process, and stays on its thread's stack.
   */
  static boolean toEnd() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(stack -> Arrays.stream(stack).anyMatch(ShutdownCaller::handles));
  }

  private static boolean handles(StackTraceElement frame) {
    return frame.getClassName().startsWith("java.lang.Terminator");
  }
}
