package innkeeper.host;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What boot left on the class path's side, by JDK types; bundles/boot/README.md lists the keys. */
final class Boot {

  private Boot() {}

  /** Runs when the process is told to end; boot waits for it. */
  static void onStop(Runnable stop) {
    Object slot = map().get("host.stop");
    if (slot instanceof AtomicReference<?>) {
      @SuppressWarnings("unchecked")
      AtomicReference<Runnable> reference = (AtomicReference<Runnable>) slot;
      reference.set(stop);
    }
  }

  static void ready() {
    if (map().get("host.ready") instanceof AtomicBoolean ready) {
      ready.set(true);
    }
  }

  /**
   * Whether a bundle has left a word of that name; the supervisor does when projects are loaded.
   */
  static boolean has(String key) {
    return map().containsKey(key);
  }

  static void logLevel(String word) {
    call("log.level", word);
  }

  /** The host cannot go on: ends the process in order, with that exit status. */
  static void fatal(int code, String why) {
    if (map().get("fatal") instanceof BiConsumer<?, ?> fatal) {
      @SuppressWarnings("unchecked")
      BiConsumer<Integer, String> end = (BiConsumer<Integer, String>) fatal;
      end.accept(code, why);
    } else {
      throw new IllegalStateException(why);
    }
  }

  private static void call(String key, String value) {
    if (map().get(key) instanceof Consumer<?> consumer) {
      @SuppressWarnings("unchecked")
      Consumer<String> typed = (Consumer<String>) consumer;
      typed.accept(value);
    }
  }

  private static Map<?, ?> map() {
    return System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> map ? map : Map.of();
  }
}
