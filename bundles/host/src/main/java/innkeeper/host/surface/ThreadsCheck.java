package innkeeper.host.surface;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.osgi.framework.Bundle;

/** Warns of a user's thread that never rests and of too many threads, and names the bundle. */
final class ThreadsCheck implements HealthCheck {

  private static final int MOST_THREADS = 400;

  /** Of what the whole process used, and of one core, over {@link #WINDOW_NANOS} at least. */
  private static final double MOST = 0.5;

  private static final double MUCH = 0.2;

  private static final long WINDOW_NANOS = 5_000_000_000L;
  private static final int DEPTH = 64;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Culprits culprits;
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private Map<Long, Long> cpuBefore = new HashMap<>();
  private long processBefore;
  private long lookedAt;
  private List<String> hogs = List.of();

  ThreadsCheck(Culprits culprits) {
    this.culprits = culprits;
  }

  @Override
  public synchronized Result execute() {
    long now = System.nanoTime();
    if (lookedAt == 0 || now - lookedAt >= WINDOW_NANOS) {
      look(now);
    }
    List<String> faults = new ArrayList<>(hogs);
    int count = threads.getThreadCount();
    if (count > MOST_THREADS) {
      faults.add(count + " threads run, most of them " + commonest());
    }
    ResultLog log = new ResultLog();
    log.add(
        new ResultLog.Entry(
            faults.isEmpty() ? Result.Status.OK : Result.Status.WARN,
            faults.isEmpty()
                ? "No bundle's thread keeps a core to itself."
                : String.join("; ", faults)));
    log.add(new ResultLog.Entry(Result.Status.OK, "value: " + count + " threads"));
    log.add(new ResultLog.Entry(Result.Status.OK, "limit: " + MOST_THREADS));
    if (!faults.isEmpty()) {
      log.add(
          new ResultLog.Entry(
              Result.Status.OK,
              "fix: take that bundle out (innkeeper uninstall NAME), then innkeeper restart-host"));
    }
    return new Result(log);
  }

  private void look(long now) {
    Map<Long, Long> cpu = new HashMap<>();
    List<String> found = new ArrayList<>();
    long all = process.getProcessCpuTime();
    double limit = Math.max(MOST * (all - processBefore), MUCH * (now - lookedAt));
    for (long id : threads.getAllThreadIds()) {
      long used = threads.getThreadCpuTime(id);
      cpu.put(id, used);
      Long before = cpuBefore.get(id);
      if (lookedAt != 0 && before != null && used - before > limit) {
        ThreadInfo info = threads.getThreadInfo(id, DEPTH);
        String whose = info == null ? "" : whose(info.getStackTrace());
        if (!whose.isEmpty()) {
          found.add("thread " + info.getThreadName() + " never rests" + whose);
        }
      }
    }
    hogs = found;
    cpuBefore = cpu;
    processBefore = all;
    lookedAt = now;
  }

  private String whose(StackTraceElement[] stack) {
    // Ours have real work at times, and answer for it elsewhere.
    Optional<Bundle> bundle =
        culprits.of(stack).filter(b -> !b.getSymbolicName().startsWith("innkeeper."));
    return bundle.isEmpty()
        ? ""
        : ", in " + bundle.get().getSymbolicName() + " at " + culprits.place(bundle.get(), stack);
  }

  private String commonest() {
    Map<String, Integer> counts = new HashMap<>();
    for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds(), DEPTH)) {
      if (info != null) {
        Optional<Bundle> bundle = culprits.of(info.getStackTrace());
        counts.merge(bundle.map(Bundle::getSymbolicName).orElse("the host's"), 1, Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("?");
  }
}
