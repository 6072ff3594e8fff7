package innkeeper.host.boot;

import innkeeper.api.thread.ThreadReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;

/**
 * The access to the objects that boot shares with the bundles, by JDK types only.
 * bundles/boot/README.md lists the keys.
 */
public final class Boot {

  private static final String NOT_STARTED = "this host was not started by bin/innkeeper";

  private Boot() {}

  /**
   * Registers the action that runs when the process is asked to end. Boot waits until it returns.
   */
  public static void onStop(Runnable stop) {
    Optional<AtomicReference<Runnable>> slot = find("host.stop", AtomicReference.class);
    slot.ifPresent(s -> s.set(stop));
  }

  /**
   * Registers the function that finds the user's jar on the stack of a System.exit call. It returns
   * "" if no user's jar is on the stack.
   */
  public static void culprit(Function<StackTraceElement[], String> whose) {
    Optional<AtomicReference<Function<StackTraceElement[], String>>> slot =
        find("host.culprit", AtomicReference.class);
    slot.ifPresent(s -> s.set(whose));
  }

  /**
   * Records that the start of a user's jar begins, or that it has returned. If the host dies in
   * between, the next host blames this jar.
   *
   * @param jar the jar's path relative to DATA_DIR; "" once the start has returned
   */
  public static void starting(String jar) {
    call("starts.mark", jar);
  }

  /**
   * Records that the host is ready and that these user's jars serve.
   *
   * @param jars paths relative to DATA_DIR
   */
  public static void goodStart(Collection<String> jars) {
    call("starts.good", jars);
  }

  /**
   * Closes a socket of this process.
   *
   * @param inode the socket's inode number in the kernel
   * @return why it is still open; "" if it is closed
   */
  public static String closeSocket(String inode) {
    Optional<Function<String, String>> close = find("socket.close", Function.class);
    return close.map(c -> c.apply(inode)).orElse(NOT_STARTED);
  }

  /**
   * Reports that the framework begins to stop, or this bundle alone. Boot knows whether the stop
   * was requested.
   *
   * @param alone whether only this bundle stops
   */
  public static void stops(boolean alone) {
    if (map().get(alone ? "host.stops" : "framework.stops") instanceof Runnable told) {
      told.run();
    }
  }

  public static void ready() {
    if (map().get("host.ready") instanceof AtomicBoolean ready) {
      ready.set(true);
      map().put("host.readyAt", System.currentTimeMillis());
    }
  }

  /** Returns the time at which this host became ready; empty until then. */
  public static Optional<Instant> readyAt() {
    return map().get("host.readyAt") instanceof Long at
        ? Optional.of(Instant.ofEpochMilli(at))
        : Optional.empty();
  }

  public static boolean restarting() {
    return map().get("host.restarting") instanceof AtomicBoolean restarting && restarting.get();
  }

  /** Returns the state and the failures of the threads that boot watches. */
  public static List<ThreadReport> threads() {
    List<ThreadReport> reports = new ArrayList<>();
    for (Object one : list("threads")) {
      if (one instanceof Map<?, ?> row) {
        reports.add(
            new ThreadReport(
                String.valueOf(row.get("name")),
                Boolean.TRUE.equals(row.get("serves")),
                row.get("failures") instanceof Long failures ? failures : 0,
                String.valueOf(row.get("lastError")),
                row.get("since") instanceof Duration since ? since : Duration.ZERO));
      }
    }
    return reports;
  }

  /** Returns one line for each thread, of any owner, that ended with an uncaught exception. */
  public static List<String> endedThreads() {
    return list("threads.ended").stream().map(String::valueOf).toList();
  }

  /** Returns the bytes of heap in use after the last full collection; 0 before the first one. */
  public static long heapUsed() {
    return map().get("memory.used") instanceof LongSupplier used ? used.getAsLong() : 0;
  }

  public static boolean heapTight() {
    return map().get("memory.tight") instanceof BooleanSupplier tight && tight.getAsBoolean();
  }

  /**
   * Returns the times within the last hour at which earlier hosts ran out of memory, oldest first.
   */
  public static List<Instant> memoryEnds() {
    return map().get("memory.ends") instanceof List<?> ends
        ? ends.stream().filter(Instant.class::isInstance).map(Instant.class::cast).toList()
        : List.of();
  }

  private static List<?> list(String key) {
    return map().get(key) instanceof Supplier<?> supplier && supplier.get() instanceof List<?> list
        ? list
        : List.of();
  }

  /** Ends this host because its release failed the trial. The previous release starts again. */
  public static void goBack(String why) {
    call("host.back", why);
  }

  /**
   * Returns the data that the previous host left about its takeover; empty after an ordinary start.
   */
  public static Map<?, ?> before() {
    return map().get("host.before") instanceof Map<?, ?> before ? before : Map.of();
  }

  /**
   * Prepares the takeover by a host of the release in this folder.
   *
   * @return the step that starts it; the caller runs it after the last audit entry
   * @throws IllegalStateException with the reason if this host cannot start it
   */
  public static Runnable successor(Path home) {
    Optional<Function<String, Object>> prepare = find("host.successor", Function.class);
    Object prepared = prepare.map(p -> p.apply(home.toString())).orElse(NOT_STARTED);
    if (prepared instanceof Runnable step) {
      return step;
    }
    throw new IllegalStateException(String.valueOf(prepared));
  }

  /**
   * Returns whether a bundle has set this key. The supervisor sets one when projects are loaded.
   */
  public static boolean has(String key) {
    return map().containsKey(key);
  }

  /** Returns the settings that boot checked, by name; empty if boot did not run. */
  public static Map<String, String> settings() {
    Optional<Map<String, String>> values = find("settings.values", Map.class);
    return values.orElse(Map.of());
  }

  /**
   * Keeps values of the configuration files for a start at which the files have a mistake.
   *
   * @param fromFiles by name, without a mistake
   */
  public static void keepSettings(Map<String, String> fromFiles) {
    call("settings.keep", fromFiles);
  }

  /** Returns the mistakes in environment and configuration files that the next start would find. */
  public static List<String> settingsMistakes() {
    return list("settings.mistakes").stream().map(String::valueOf).toList();
  }

  /**
   * Returns a function that sends a datagram to a Unix socket. It takes address and text and
   * returns 0 or a negative errno.
   */
  public static Optional<ToIntBiFunction<String, String>> datagrams() {
    Optional<Supplier<ToIntBiFunction<String, String>>> call =
        find("datagram.send", Supplier.class);
    return call.map(Supplier::get);
  }

  public static void logLevel(String word) {
    call("log.level", word);
  }

  /** Ends the process in order with this exit status, because the host cannot continue. */
  public static void fatal(int code, String why) {
    Optional<BiConsumer<Integer, String>> end = find("fatal", BiConsumer.class);
    end.orElseThrow(() -> new IllegalStateException(why)).accept(code, why);
  }

  /** Returns why the host cannot continue and ends; empty while it runs normally. */
  public static Optional<String> failure() {
    return find("host.failure", String.class);
  }

  private static <T> void call(String key, T value) {
    Optional<Consumer<T>> consumer = find(key, Consumer.class);
    consumer.ifPresent(c -> c.accept(value));
  }

  /**
   * Returns the object that boot shares under this key; empty if it has another type or boot did
   * not run.
   */
  @SuppressWarnings("unchecked")
  private static <T> Optional<T> find(String key, Class<? super T> type) {
    return (Optional<T>) Optional.ofNullable(map().get(key)).filter(type::isInstance);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map() {
    return System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> map
        ? (Map<String, Object>) map
        : new ConcurrentHashMap<>();
  }
}
