package innkeeper.host.health;

import innkeeper.common.time.IsoTime;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * Warns of a heap that is nearly full. For one hour it also warns that the heap was full and ended
 * an earlier host.
 */
public final class HeapCheck implements HealthCheck {

  private static final Duration TOLD = Duration.ofHours(1);

  private final LongSupplier used;
  private final LongSupplier direct;
  private final BooleanSupplier tight;
  private final Supplier<List<Instant>> ends;
  private final Clock clock;

  /**
   * @param used bytes in use after the last full collection; 0 before the first one
   * @param direct bytes of direct buffers, outside the heap
   * @param tight whether little heap is left
   * @param ends the times at which earlier hosts ran out of memory
   */
  public HeapCheck(
      LongSupplier used,
      LongSupplier direct,
      BooleanSupplier tight,
      Supplier<List<Instant>> ends,
      Clock clock) {
    this.used = used;
    this.direct = direct;
    this.tight = tight;
    this.ends = ends;
    this.clock = clock;
  }

  public static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Override
  public Result execute() {
    long most = Runtime.getRuntime().maxMemory();
    long now = used.getAsLong();
    if (now == 0) {
      now = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
    List<String> faults = new ArrayList<>();
    if (direct.getAsLong() > most / 10 * 9) {
      // By default the JDK limits direct buffers to the size of the heap. Each connection needs
      // some of them.
      faults.add((direct.getAsLong() >> 20) + " MiB beside the heap are in use as well");
    }
    if (tight.getAsBoolean()) {
      faults.add("the heap is nearly full; if it stays so the host restarts, servers run on");
    }
    List<Instant> lately =
        ends.get().stream()
            .filter(at -> Duration.between(at, clock.instant()).compareTo(TOLD) < 0)
            .toList();
    if (!lately.isEmpty()) {
      faults.add(
          "the host ran out of memory and restarted, %d times within the hour, last at %s"
              .formatted(lately.size(), IsoTime.text(lately.get(lately.size() - 1))));
    }
    return CheckResults.of(
        faults.isEmpty() ? Result.Status.OK : Result.Status.WARN,
        faults.isEmpty() ? "There is room." : String.join("; ", faults),
        mebibytes(now),
        mebibytes(most),
        "take out the bundle of your own that needs it (innkeeper surfaces), or raise the heap:"
            + " JAVA_OPTS=-Xmx512m in the host's environment, then restart it");
  }

  private static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
