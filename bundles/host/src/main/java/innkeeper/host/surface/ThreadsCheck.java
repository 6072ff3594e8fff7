package innkeeper.host.surface;

import com.sun.management.OperatingSystemMXBean;
import innkeeper.host.bundle.ThreadOwners;
import innkeeper.host.health.CheckResults;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
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
  private List<String> faults = List.of();

  /** A busy thread of a bundle, with the CPU time of all busy threads of that bundle. */
  private record Busy(int threads, long nanos, String thread, String place) {

    Busy and(Busy other) {
      return new Busy(threads + other.threads, nanos + other.nanos, thread, place);
    }

    String sentence(String bundle) {
      String who =
          threads == 1 ? "thread " + thread + " never rests" : threads + " threads never rest";
      return "%s, in %s at %s".formatted(who, bundle, place);
    }
  }

  ThreadsCheck(ThreadOwners owners) {
    this.owners = owners;
  }

  @Override
  public synchronized Result execute() {
    long now = System.nanoTime();
    if (lookedAt == 0 || now - lookedAt >= WINDOW_NANOS) {
      look(now);
    }
    return CheckResults.of(
        faults.isEmpty() ? Result.Status.OK : Result.Status.WARN,
        faults.isEmpty() ? "No bundle's thread keeps a core to itself." : String.join("; ", faults),
        threads.getThreadCount() + " threads",
        MOST_THREADS + " of bundles of your own",
        "take that bundle out (innkeeper uninstall NAME), then innkeeper restart-host");
  }

  private void look(long now) {
    Map<Long, Long> cpu = new HashMap<>();
    long all = process.getProcessCpuTime();
    Map<String, Busy> byBundle = new TreeMap<>();
    for (long id : threads.getAllThreadIds()) {
      long used = threads.getThreadCpuTime(id);
      cpu.put(id, used);
      long more = used - cpuBefore.getOrDefault(id, used);
      ThreadInfo info = more > IDLE * (now - lookedAt) ? threads.getThreadInfo(id, DEPTH) : null;
      if (info != null) {
        StackTraceElement[] stack = info.getStackTrace();
        guest(stack)
            .ifPresent(
                bundle ->
                    byBundle.merge(
                        bundle.getSymbolicName(),
                        new Busy(1, more, info.getThreadName(), owners.place(bundle, stack)),
                        Busy::and));
      }
    }
    double limit = Math.max(MOST * (all - processBefore), MUCH * (now - lookedAt));
    List<String> found = new ArrayList<>();
    byBundle.forEach(
        (bundle, busy) -> {
          if (busy.nanos() > limit) {
            found.add(busy.sentence(bundle));
          }
        });
    if (threads.getThreadCount() > MOST_THREADS) {
      crowd().ifPresent(found::add);
    }
    faults = found;
    cpuBefore = cpu;
    processBefore = all;
    lookedAt = now;
  }

  /**
   * Returns a sentence if the user's bundles have too many threads. The host's own threads are not
   * counted, because their number depends on its servers.
   */
  private Optional<String> crowd() {
    // Thousands of threads share a few stacks.
    Map<List<StackTraceElement>, Optional<String>> owner = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds(), DEPTH)) {
      if (info != null) {
        owner
            .computeIfAbsent(
                List.of(info.getStackTrace()),
                stack -> guest(info.getStackTrace()).map(Bundle::getSymbolicName))
            .ifPresent(name -> counts.merge(name, 1, Integer::sum));
      }
    }
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    String names =
        counts.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", "));
    return all <= MOST_THREADS
        ? Optional.empty()
        : Optional.of(all + " threads of bundles of your own run: " + names);
  }

  /**
   * Returns the user's bundle whose code is nearest to the top of a stack. Our own bundles work
   * hard at times, and other checks cover them.
   */
  private Optional<Bundle> guest(StackTraceElement[] stack) {
    return owners.of(stack).filter(b -> !b.getSymbolicName().startsWith("innkeeper."));
  }
}
