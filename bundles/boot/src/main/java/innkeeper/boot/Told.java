package innkeeper.boot;

import java.util.Arrays;

/** What threads' stacks say about who ends this process. */
final class Told {

  private Told() {}

  static boolean exits(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }

  /**
   * Whether TERM, INT or HUP came, be it while the process was ending already: the JVM's own
   * handler then waits for good for its turn to end it.
   */
  static boolean toEnd() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(stack -> Arrays.stream(stack).anyMatch(Told::handles));
  }

  private static boolean handles(StackTraceElement frame) {
    return frame.getClassName().startsWith("java.lang.Terminator");
  }
}
