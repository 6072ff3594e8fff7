package innkeeper.host.surface;

import com.sun.management.OperatingSystemMXBean;
import innkeeper.host.bundle.ThreadOwners;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.osgi.framework.Bundle;

/** Warns of a user's bundle whose threads never rest and of too many threads, and names it. */
final class ThreadsCheck implements HealthCheck {

  private static final int MOST_THREADS = 400;

  /**
   * The share of the process's CPU time that one bundle may use, over at least {@link
   * #WINDOW_NANOS}.
   */
  private static final double MOST = 0.4;

  /** The share of one core that a bundle may use in any case. */
  private static final double MUCH = 0.2;

  /** A thread that uses a smaller share of a core is not counted. */
  private static final double IDLE = 0.05;

  private static final long WINDOW_NANOS = 5_000_000_000L;
  private static final int DEPTH = 64;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final ThreadOwners owners;
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private Map<Long, Long> cpuBefore = new HashMap<>();
  private long processBefore;
  private long lookedAt;
  private List<String> hogs = List.of();

  ThreadsCheck(ThreadOwners owners) {
    this.owners = owners;
  }

  @Override
  public synchronized Result execute() {
    long now = System.nanoTime();
    if (lookedAt == 0 || now - lookedAt >= WINDOW_NANOS) {
      look(now);
    }
    List<String> faults = new ArrayList<>(hogs);
    int count = threads.getThreadCount();
    FormattingResultLog log = new FormattingResultLog();
    log.add(
        new ResultLog.Entry(
            faults.isEmpty() ? Result.Status.OK : Result.Status.WARN,
            faults.isEmpty()
                ? "No bundle's thread keeps a core to itself."
                : String.join("; ", faults)));
    log.info("value: {}", count + " threads");
    log.info("limit: {}", MOST_THREADS + " of bundles of your own");
    if (!faults.isEmpty()) {
      log.info("fix: take that bundle out (innkeeper uninstall NAME), then innkeeper restart-host");
    }
    return new Result(log);
  }

  private void look(long now) {
    Map<Long, Long> cpu = new HashMap<>();
    List<String> found = new ArrayList<>();
    long all = process.getProcessCpuTime();
    Map<String, Busy> byBundle = new TreeMap<>();
    for (long id : threads.getAllThreadIds()) {
      long used = threads.getThreadCpuTime(id);
      cpu.put(id, used);
      Long before = cpuBefore.get(id);
      if (lookedAt != 0 && before != null && used - before > IDLE * (now - lookedAt)) {
        ThreadInfo info = threads.getThreadInfo(id, DEPTH);
        if (info != null) {
          busy(info, used - before, byBundle);
        }
      }
    }
    double limit = Math.max(MOST * (all - processBefore), MUCH * (now - lookedAt));
    byBundle.forEach(
        (bundle, busy) -> {
          if (busy.nanos() > limit) {
            found.add(busy.sentence(bundle));
          }
        });
    if (threads.getThreadCount() > MOST_THREADS) {
      crowd().ifPresent(found::add);
    }
    hogs = found;
    cpuBefore = cpu;
    processBefore = all;
    lookedAt = now;
  }

  private void busy(ThreadInfo thread, long nanos, Map<String, Busy> byBundle) {
    StackTraceElement[] stack = thread.getStackTrace();
    // Our own bundles work hard at times, and other checks cover them.
    owners
        .of(stack)
        .filter(b -> !b.getSymbolicName().startsWith("innkeeper."))
        .ifPresent(
            b ->
                byBundle.merge(
                    b.getSymbolicName(),
                    new Busy(1, nanos, thread.getThreadName(), owners.place(b, stack)),
                    Busy::and));
  }

  /**
   * The CPU time that threads of one bundle used.
   *
   * @param thread the name of the first of them
   * @param place the topmost frame of the bundle's code in that thread
   */
  private record Busy(int threads, long nanos, String thread, String place) {

    Busy and(Busy other) {
      return new Busy(threads + other.threads, nanos + other.nanos, thread, place);
    }

    String sentence(String bundle) {
      return (threads == 1 ? "thread " + thread + " never rests" : threads + " threads never rest")
          + ", in "
          + bundle
          + " at "
          + place;
    }
  }

  /**
   * Returns a sentence if the user's bundles have too many threads. The host's own threads are not
   * counted, because their number depends on its servers.
   */
  private Optional<String> crowd() {
    Map<String, Integer> counts = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds(), DEPTH)) {
      String whose = info == null ? "" : guest(info.getStackTrace(), names);
      if (!whose.isEmpty()) {
        counts.merge(whose, 1, Integer::sum);
      }
    }
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    if (all <= MOST_THREADS) {
      return Optional.empty();
    }
    return Optional.of(
        all
            + " threads of bundles of your own run: "
            + counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", ")));
  }

  /**
   * Returns the user's bundle that owns a stack; "" for none.
   *
   * @param names a cache of owners by class; thousands of threads share a few stacks
   */
  private String guest(StackTraceElement[] stack, Map<String, String> names) {
    for (StackTraceElement frame : stack) {
      String name =
          names.computeIfAbsent(
              frame.getClassName(),
              c ->
                  owners
                      .of(new StackTraceElement[] {frame})
                      .map(Bundle::getSymbolicName)
                      .orElse(""));
      if (!name.isEmpty()) {
        return name.startsWith("innkeeper.") ? "" : name;
      }
    }
    return "";
  }
}
