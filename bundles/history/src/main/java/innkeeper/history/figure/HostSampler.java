package innkeeper.history.figure;

import innkeeper.api.history.Metric;
import innkeeper.api.log.Logs;
import innkeeper.api.record.LogRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Samples the figures of the host's own process and log. Used by one thread. */
final class HostSampler {

  /** The USER_HZ of proc(5): 100 on Linux, independent of the kernel's configuration. */
  private static final double TICKS_PER_SECOND = 100;

  private static final long PAGE_BYTES = 4096;

  /** Fields 14, 15 and 24 of proc(5), counted from the first field behind the command. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;
  private static final int PAGES = 21;

  private final Path stat;
  private final ProjectSampler log;
  private long ticks = -1;
  private long sampledAt;
  private boolean begun;

  /**
   * @param stat the process's file in /proc
   * @param dataDir the base of the names of logs
   * @param began whether the host process is new, and not only this bundle
   */
  HostSampler(Path stat, Supplier<Optional<LogRecords>> records, Path dataDir, boolean began) {
    this.stat = stat;
    this.log = new ProjectSampler(records, dataDir, false);
    this.begun = began;
  }

  float[] sample(Optional<Logs> logs, long nanos) throws IOException {
    float[] values = ProjectSampler.none();
    String text = Files.readString(stat);
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    long ticksNow = Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
    if (ticks >= 0) {
      double seconds = (nanos - sampledAt) / 1e9;
      values[Metric.CPU.ordinal()] =
          (float) (100 * (ticksNow - ticks) / TICKS_PER_SECOND / seconds);
    }
    ticks = ticksNow;
    sampledAt = nanos;
    values[Metric.RSS.ordinal()] = Long.parseLong(fields[PAGES]) * PAGE_BYTES;
    values[Metric.READY.ordinal()] = 1;
    values[Metric.RESTARTS.ordinal()] = begun ? 1 : 0;
    begun = false;
    logs.ifPresent(service -> log.log(service, Logs.MAIN, nanos, values));
    return values;
  }
}
