package innkeeper.supervisor.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps file descriptors of this process that servers must not take: page, shell, /proc and stops
 * need them. They are held open, and given up when a descriptor is missing. Safe for many threads.
 */
public final class Descriptors {

  private static final int KEPT = 40;

  /** The wrapper's words, the two FIFOs, the log, its index, and one for a probe. */
  private static final int PER_SERVER = 6;

  /** Files that the host itself has open for a moment. */
  private static final int MOMENTARY = 24;

  /** A server's log is opened some time after the server was started. */
  private static final long OPENED_NANOS = 5_000_000_000L;

  private static final Pattern LIMIT = Pattern.compile("(?m)^Max open files +(\\d+)");
  private static final Path LIMITS = Path.of("/proc/self/limits");

  private static final Deque<FileInputStream> HELD = new ArrayDeque<>();
  private static final Deque<Long> STARTS = new ArrayDeque<>();

  private Descriptors() {}

  /** Loads this class. */
  static void load() {
    release();
  }

  /**
   * To be asked before each start of a server.
   *
   * @return why none may be started now; empty when there are enough, and one start is counted
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

  /** Whether so many servers may be started, as far as can be told. */
  public static synchronized boolean enough(int servers) {
    try {
      return free() >= (long) servers * PER_SERVER;
    } catch (IOException e) {
      return false;
    }
  }

  /** Without those that are kept, and those that servers started just now have yet to open. */
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
    Matcher limit = LIMIT.matcher(Files.readString(LIMITS, StandardCharsets.ISO_8859_1));
    return limit.find() ? Long.parseLong(limit.group(1)) : Long.MAX_VALUE;
  }

  /** Opens what is missing; returns whether all are held. */
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

  /** Gives up what is held if no descriptor is left; to be called now and then. */
  public static void look() {
    try (FileInputStream one = new FileInputStream("/dev/null")) {
      one.available();
    } catch (IOException e) {
      release();
    }
  }

  /**
   * Gives up what is held.
   *
   * @return false if nothing was
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
