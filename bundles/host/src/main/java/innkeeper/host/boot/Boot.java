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

/** What boot left on the class path's side, by JDK types; bundles/boot/README.md lists the keys. */
public final class Boot {

  private static final String NOT_STARTED = "this host was not started by bin/innkeeper";

  private Boot() {}

  /** Runs when the process is told to end; boot waits for it. */
  public static void onStop(Runnable stop) {
    Optional<AtomicReference<Runnable>> slot = find("host.stop", AtomicReference.class);
    slot.ifPresent(s -> s.set(stop));
  }

  /**
   * Asked, when somebody calls System.exit, which jar of the user's is on that stack; "" for none.
   */
  public static void culprit(Function<StackTraceElement[], String> whose) {
    map().put("host.culprit", whose);
  }

  /**
   * A jar of the user's is about to be started; "" when the start has returned. Should the host die
   * meanwhile, the next one knows what to blame.
   *
   * @param jar relative to DATA_DIR
   */
  public static void starting(String jar) {
    call("starts.mark", jar);
  }

  /** The host is ready, and these jars of the user's serve: relative to DATA_DIR. */
  public static void goodStart(Collection<String> jars) {
    call("starts.good", jars);
  }

  /**
   * Closes a socket of this process by the kernel's number.
   *
   * @return why it is still open; "" when it is closed
   */
  public static String closeSocket(String inode) {
    Optional<Function<String, String>> close = find("socket.close", Function.class);
    return close.map(c -> c.apply(inode)).orElse(NOT_STARTED);
  }

  /**
   * The framework begins to stop, or this bundle alone; boot knows whether somebody asked for that.
   *
   * @param alone whether all else stays
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

  /** When this host was ready; empty until it is. */
  public static Optional<Instant> readyAt() {
    return map().get("host.readyAt") instanceof Long at
        ? Optional.of(Instant.ofEpochMilli(at))
        : Optional.empty();
  }

  /** Whether this host stops because the next one takes over. */
  public static boolean restarting() {
    return map().get("host.restarting") instanceof AtomicBoolean restarting && restarting.get();
  }

  /** What befell threads on the class path's side. */
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

  /** Threads of anyone that ended with an exception nobody caught, one line each. */
  public static List<String> endedThreads() {
    return list("threads.ended").stream().map(String::valueOf).toList();
  }

  /** Bytes of heap in use after the last full collection; 0 before there was one. */
  public static long heapUsed() {
    return map().get("memory.used") instanceof LongSupplier used ? used.getAsLong() : 0;
  }

  /** Whether little heap is left. */
  public static boolean heapTight() {
    return map().get("memory.tight") instanceof BooleanSupplier tight && tight.getAsBoolean();
  }

  /** When hosts before this one ended for want of memory, of the last hour, oldest first. */
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

  /** The release on trial is none: ends it, and the one before runs again. */
  public static void goBack(String why) {
    call("host.back", why);
  }

  /** What the host before left for this one: how it came to run; empty after an ordinary start. */
  public static Map<?, ?> before() {
    return map().get("host.before") instanceof Map<?, ?> before ? before : Map.of();
  }

  /**
   * The step to the next host, of that release; to be run once all is said.
   *
   * @throws IllegalStateException that says why it cannot be made
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
   * Whether a bundle has left a word of that name; the supervisor does when projects are loaded.
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
   * Returns what sends a datagram to a Unix socket: address and text in, 0 or a negative errno out.
   */
  public static Optional<ToIntBiFunction<String, String>> datagrams() {
    Optional<Supplier<ToIntBiFunction<String, String>>> call =
        find("datagram.send", Supplier.class);
    return call.map(Supplier::get);
  }

  public static void logLevel(String word) {
    call("log.level", word);
  }

  /** The host cannot go on: ends the process in order, with that exit status. */
  public static void fatal(int code, String why) {
    Optional<BiConsumer<Integer, String>> end = find("fatal", BiConsumer.class);
    end.orElseThrow(() -> new IllegalStateException(why)).accept(code, why);
  }

  /** Returns why the host cannot go on and ends; empty while it can. */
  public static Optional<String> failure() {
    return find("host.failure", String.class);
  }

  private static <T> void call(String key, T value) {
    Optional<Consumer<T>> consumer = find(key, Consumer.class);
    consumer.ifPresent(c -> c.accept(value));
  }

  /** What boot left under that name; empty where it is of another type, or boot did not run. */
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
