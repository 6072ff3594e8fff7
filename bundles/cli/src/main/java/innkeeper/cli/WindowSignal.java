package innkeeper.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Handles SIGWINCH, which reports a new size of the terminal's window. It uses reflection, because
 * the JDK has signals in {@code sun.misc} only, and the compiler warns about that package. Without
 * that package, changes of the size are not noticed.
 */
final class WindowSignal {

  private WindowSignal() {}

  /** Runs the action at each such signal, on a thread of the JDK. */
  static void handle(Runnable action) {
    InvocationHandler called =
        (proxy, method, values) ->
            switch (method.getName()) {
              case "handle" -> {
                action.run();
                yield null;
              }
              case "hashCode" -> System.identityHashCode(proxy);
              case "equals" -> proxy == values[0];
              default -> "WindowSignal";
            };
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              WindowSignal.class.getClassLoader(), new Class<?>[] {handler}, called);
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("WINCH"), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // This system has no such signal, so the size stays as it was at the start.
      return;
    }
  }
}
