package innkeeper.api.thread;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * All watched threads, pools and schedulers of this process. Safe for many threads. The host's
 * health check {@code host:threads} reads {@link #reports}.
 */
public final class ThreadWatch {

  private static final Logger LOG = System.getLogger(ThreadWatch.class.getName());
  private static final Set<Entry> ENTRIES = ConcurrentHashMap.newKeySet();

  /**
   * The minimum time between two logged stacks, so that a task which fails in a loop writes one
   * stack a second, not thousands.
   */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  private ThreadWatch() {}

  /**
   * Returns the state of all watched threads, pools and schedulers. It does not include those that
   * ended on request.
   *
   * @return a new list, sorted by name
   */
  public static List<ThreadReport> reports() {
    return ENTRIES.stream()
        .map(Entry::report)
        .sorted(Comparator.comparing(ThreadReport::name))
        .toList();
  }

  /** The state of one watched thread, pool or scheduler. */
  static final class Entry {

    private final String name;
    private final BooleanSupplier serves;
    private volatile long failures;
    private volatile Throwable last;
    private volatile long lastNanos;
    private long saidNanos;

    Entry(String name, BooleanSupplier serves) {
      this.name = name;
      this.serves = serves;
    }

    void begin() {
      ENTRIES.add(this);
    }

    void end() {
      ENTRIES.remove(this);
    }

    /** Counts and logs a failure. It never throws: if memory is short, even a log line may fail. */
    synchronized void failed(Throwable thrown) {
      long now = System.nanoTime();
      boolean quiet = last != null && now - saidNanos < QUIET_NANOS;
      failures++;
      last = thrown;
      lastNanos = now;
      if (quiet) {
        return;
      }
      saidNanos = now;
      try {
        LOG.log(
            Logger.Level.ERROR,
            "thread failed and continues name=" + name + " failures=" + failures,
            thrown);
      } catch (RuntimeException | Error unsaid) {
        last = unsaid;
      }
    }

    private ThreadReport report() {
      Throwable thrown = last;
      return new ThreadReport(
          name,
          serves.getAsBoolean(),
          failures,
          thrown == null ? "" : thrown.toString(),
          thrown == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lastNanos));
    }
  }
}
