package innkeeper.host;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** What boot left on the class path's side, by JDK types; bundles/boot/README.md lists the keys. */
public final class Boot {

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

  /** Asked, when somebody calls System.exit, whether a user's bundle is on that stack. */
  @SuppressWarnings("unchecked")
  public static void culprit(Function<StackTraceElement[], String> whose) {
    ((Map<String, Object>) map()).put("host.culprit", whose);
  }

  static void ready() {
    if (map().get("host.ready") instanceof AtomicBoolean ready) {
      ready.set(true);
      @SuppressWarnings("unchecked")
      Map<String, Object> words = (Map<String, Object>) map();
      words.put("host.readyAt", System.currentTimeMillis());
    }
  }

  /** When this host was ready; empty until it is. */
  static Optional<Instant> readyAt() {
    return map().get("host.readyAt") instanceof Long at
        ? Optional.of(Instant.ofEpochMilli(at))
        : Optional.empty();
  }

  /** Whether this host stops because the next one takes over. */
  static boolean restarting() {
    return map().get("host.restarting") instanceof AtomicBoolean restarting && restarting.get();
  }

  /** The release on trial is none: ends it, and the one before runs again. */
  static void goBack(String why) {
    call("host.back", why);
  }

  /** What the host before left for this one: how it came to run; empty after an ordinary start. */
  static Map<?, ?> before() {
    return map().get("host.before") instanceof Map<?, ?> before ? before : Map.of();
  }

  /**
   * The step to the next host, of that release; to be run once all is said.
   *
   * @throws IllegalStateException that says why it cannot be made
   */
  static Runnable successor(Path home) {
    String why = "this host was not started by bin/innkeeper";
    if (map().get("host.successor") instanceof Function<?, ?> function) {
      @SuppressWarnings("unchecked")
      Function<String, Object> prepare = (Function<String, Object>) function;
      Object prepared = prepare.apply(home.toString());
      if (prepared instanceof Runnable step) {
        return step;
      }
      why = String.valueOf(prepared);
    }
    throw new IllegalStateException(why);
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
    return System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> map
        ? map
        : new ConcurrentHashMap<>();
  }
}
