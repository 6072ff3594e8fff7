package innkeeper.host;

import innkeeper.host.boot.Boot;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notifications of sd_notify(3) to the service manager, sent as datagrams by this process. This
 * process remains the unit's main process through restart-host and upgrade, so NotifyAccess=main is
 * enough.
 */
final class ServiceManager {

  private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);

  /** The longest delay before a new status is displayed. */
  private static final long STATUS_MILLIS = 10_000;

  private static final long SHORTEST_MILLIS = 100;

  private final String address;
  private final long watchdogMillis;
  private final Supplier<Optional<ToIntBiFunction<String, String>>> datagrams;
  private String shown = "";
  private volatile boolean leaving;
  private int failed;

  /**
   * @param env the environment; it contains NOTIFY_SOCKET if the manager wants notifications
   * @param pid the id of this process
   * @param datagrams takes address and text, returns 0 or a negative errno; called at first need
   */
  ServiceManager(
      Map<String, String> env,
      long pid,
      Supplier<Optional<ToIntBiFunction<String, String>>> datagrams) {
    this.address = env.getOrDefault("NOTIFY_SOCKET", "");
    this.watchdogMillis = address.isEmpty() ? 0 : watchdogMillis(env, pid);
    this.datagrams = datagrams;
  }

  static ServiceManager ofThisProcess() {
    return new ServiceManager(System.getenv(), ProcessHandle.current().pid(), Boot::datagrams);
  }

  /**
   * Returns half of the time after which the manager kills a silent service; 0 if the unit has no
   * watchdog.
   */
  private static long watchdogMillis(Map<String, String> env, long pid) {
    String micros = env.getOrDefault("WATCHDOG_USEC", "");
    boolean ours = env.getOrDefault("WATCHDOG_PID", String.valueOf(pid)).equals("" + pid);
    return ours && micros.matches("[0-9]{1,15}")
        ? Math.max(SHORTEST_MILLIS, Long.parseLong(micros) / 1000 / 2)
        : 0;
  }

  void ready() {
    send("READY=1\nSTATUS=ready");
  }

  /**
   * Reports that the next host takes over in this process. The next host reports its own readiness.
   */
  void reloading() {
    leaving = true;
    long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
    send("RELOADING=1\nMONOTONIC_USEC=" + micros + "\nSTATUS=the next host takes over");
  }

  void stopping() {
    leaving = true;
    send("STOPPING=1\nSTATUS=stops the servers, then itself");
  }

  /**
   * Answers the watchdog and updates the status until this thread is interrupted. Returns at once
   * if no manager listens.
   *
   * @param works hangs, throws or returns false if the host does not work
   * @param status the status in one line
   */
  void keepSending(BooleanSupplier works, Supplier<String> status) throws InterruptedException {
    if (address.isEmpty()) {
      return;
    }
    long pauseMillis =
        watchdogMillis == 0 ? STATUS_MILLIS : Math.min(watchdogMillis, STATUS_MILLIS);
    Optional<Long> lookedAt = Optional.empty();
    while (works.getAsBoolean()) {
      if (watchdogMillis > 0) {
        send("WATCHDOG=1");
      }
      long now = System.nanoTime();
      if (lookedAt.isEmpty() || now - lookedAt.get() >= STATUS_MILLIS * 1_000_000) {
        lookedAt = Optional.of(now);
        show(status.get());
      }
      TimeUnit.MILLISECONDS.sleep(pauseMillis);
    }
  }

  private synchronized void show(String status) {
    if (!leaving && !status.equals(shown)) {
      shown = status;
      send("STATUS=" + status);
    }
  }

  private synchronized void send(String text) {
    if (address.isEmpty()) {
      return;
    }
    int result;
    try {
      result = datagrams.get().map(send -> send.applyAsInt(address, text)).orElse(0);
    } catch (LinkageError e) {
      LOG.warn("service manager gets no notifications, the C library cannot be called", e);
      return;
    }
    if (result != failed && result != 0) {
      LOG.warn(
          "service manager did not take a notification NOTIFY_SOCKET={} text=\"{}\" errno={}",
          address,
          text.lines().findFirst().orElse(""),
          -result);
    }
    failed = result;
  }
}
