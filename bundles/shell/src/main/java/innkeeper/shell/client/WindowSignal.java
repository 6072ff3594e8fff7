package innkeeper.shell.client;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * SIGWINCH: the terminal's window has another size. By reflection, because the JDK has signals in
 * {@code sun.misc} only, which a compiler warns of; where they are missing no size is noticed.
 */
final class WindowSignal {

  private WindowSignal() {}

  /** From now on each such signal runs this, on a thread of its own. */
  static void handle(final Runnable action) {
    InvocationHandler called =
        new InvocationHandler() {
          @Override
          public Object invoke(Object proxy, Method method, Object[] values) {
            return switch (method.getName()) {
              case "handle" -> {
                action.run();
                yield null;
              }
              case "hashCode" -> System.identityHashCode(proxy);
              case "equals" -> proxy == values[0];
              default -> "WindowSignal";
            };
          }
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
      // This system has no such signal: the size stays what it was at the beginning.
      return;
    }
  }
}
