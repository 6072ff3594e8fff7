package innkeeper.supervisor.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Reserves file descriptors that servers must not use up, for the page, the shell, /proc and stops.
 * They are held open, and released when a descriptor is missing. Safe for many threads.
 *
 * <p>A server that would need reserved descriptors waits in BACKOFF and is tried again every 5 s,
 * without a limit.
 */
public final class ReservedDescriptors {

  private static final int KEPT = 40;

  /**
   * The descriptors per server: the wrapper's stdin, the two FIFOs, the log, its index, and one for
   * a probe.
   */
  private static final int PER_SERVER = 6;

  /** The number of files that the host itself has open for a moment. */
  private static final int MOMENTARY = 24;

  /** The time after a server's start in which its log is opened. */
  private static final long OPENED_NANOS = 5_000_000_000L;

  private static final Path LIMITS = Path.of("/proc/self/limits");

  private static final Deque<FileInputStream> HELD = new ArrayDeque<>();
  private static final Deque<Long> STARTS = new ArrayDeque<>();

  private ReservedDescriptors() {}

  /** Loads this class. */
  static void load() {
    release();
  }

  /**
   * Checks the descriptors before each start of a server.
   *
   * @return why no server may be started now; empty if there are enough, and then one start is
   *     counted
   */
  public static synchronized Optional<String> lacking() {
    try {
      if (free() >= PER_SERVER && keep()) {
        STARTS.addLast(System.nanoTime());
        return Optional.empty();
      }
      return Optional.of(
          "the host has too few file descriptors for another server: its limit is "
              + limit()
              + ", and "
              + KEPT
              + " are kept for stops, page and shell; raise it (ulimit -n; systemd: LimitNOFILE=)");
    } catch (IOException e) {
      return Optional.of("the host has no file descriptor left: " + e.getMessage());
    }
  }

  /**
   * Returns whether that number of servers may be started; false if the descriptors cannot be
   * counted.
   */
  public static synchronized boolean enough(int servers) {
    try {
      return free() >= (long) servers * PER_SERVER;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the number of free descriptors. Reserved ones do not count, nor those that new servers
   * have yet to open.
   */
  private static long free() throws IOException {
    long now = System.nanoTime();
    while (!STARTS.isEmpty() && now - STARTS.peekFirst() > OPENED_NANOS) {
      STARTS.removeFirst();
    }
    String[] open = new File("/proc/self/fd").list();
    if (open == null) {
      throw new IOException("/proc/self/fd cannot be listed");
    }
    long started = (long) STARTS.size() * PER_SERVER;
    return limit() - open.length - (KEPT - HELD.size()) - MOMENTARY - started;
  }

  private static long limit() throws IOException {
    String limit = Proc.field(LIMITS, "Max open files").orElse("unlimited").split(" ")[0];
    return limit.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(limit);
  }

  /** Opens the missing reserved descriptors; returns whether all are held. */
  static synchronized boolean keep() {
    try {
      while (HELD.size() < KEPT) {
        HELD.add(new FileInputStream("/dev/null"));
      }
      return true;
    } catch (IOException e) {
      release();
      return false;
    }
  }

  /** Releases the reserved descriptors if no other is left; the caller calls this regularly. */
  public static void look() {
    try (FileInputStream one = new FileInputStream("/dev/null")) {
      one.available();
    } catch (IOException e) {
      release();
    }
  }

  /**
   * Releases the descriptors that were reserved for page, shell and stops.
   *
   * @return false if none was held
   */
  public static synchronized boolean release() {
    boolean some = !HELD.isEmpty();
    for (FileInputStream one : HELD) {
      try {
        one.close();
      } catch (IOException e) {
        throw new IllegalStateException("/dev/null cannot be closed: " + e.getMessage(), e);
      }
    }
    HELD.clear();
    return some;
  }
}
