package innkeeper.history.figure;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.history.Metric;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.record.LogRecords;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Computes one slot's values from the state of one project. Used by one thread. */
final class ProjectSampler {

  private static final Logger LOG = LoggerFactory.getLogger(ProjectSampler.class);

  /**
   * The longest time between two samples for a rate. A longer one says nothing about the last five
   * seconds.
   */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final ErrorCounter errors;
  private boolean seen;
  private long sampledAt;
  private long lines = -1;
  private long bytes;
  private int restarts;

  /**
   * @param dataDir the base of the names of logs
   * @param fresh whether the project is new; for any other, an earlier host counted the restarts
   */
  ProjectSampler(Supplier<Optional<LogRecords>> records, Path dataDir, boolean fresh) {
    this.errors = new ErrorCounter(records, dataDir);
    this.restarts = fresh ? 0 : -1;
  }

  /** Returns values that are all unknown, NaN. */
  static float[] none() {
    float[] values = new float[Metric.values().length];
    Arrays.fill(values, Float.NaN);
    return values;
  }

  float[] sample(ProjectStatus status, Optional<Logs> logs, long nanos) {
    float[] values = none();
    // If there are no processes, the session was not sampled yet or no process runs: the values are
    // unknown, not zero.
    if (status.resources().processes() > 0) {
      double cpu = status.resources().cpuPercent();
      // The first pass over processes has no earlier one to compare with, and reports zero.
      boolean known = seen || cpu > 0;
      values[Metric.CPU.ordinal()] = known ? (float) cpu : Float.NaN;
      values[Metric.RSS.ordinal()] = status.resources().rssBytes();
    }
    seen = status.resources().processes() > 0;
    boolean ready = status.state() == ProjectState.RUNNING && status.health().ready();
    // The readiness is unknown before the first answer of the probe.
    boolean answered =
        status.state() != ProjectState.RUNNING || status.health().status() != HealthStatus.UNKNOWN;
    values[Metric.READY.ordinal()] = ready ? 1 : answered ? 0 : Float.NaN;
    if (restarts >= 0) {
      // An explicit start resets the count.
      int before = status.restarts().count() < restarts ? 0 : restarts;
      values[Metric.RESTARTS.ordinal()] = status.restarts().count() - before;
    }
    restarts = status.restarts().count();
    logs.ifPresent(service -> log(service, status.name(), nanos, values));
    return values;
  }

  /** Computes the rates of lines, bytes and errors of a log since the last sample. */
  void log(Logs logs, String name, long nanos, float[] values) {
    Optional<LogStatus> found;
    try {
      found = logs.status(name);
    } catch (RuntimeException e) {
      LOG.debug("log not sampled name={}", name, e);
      return;
    }
    long linesNow = found.map(LogStatus::lines).orElse(0L);
    long bytesNow = found.map(LogStatus::writtenBytes).orElse(0L);
    long span = nanos - sampledAt;
    double seconds = span / 1e9;
    // The host and a replaced logging bundle begin to count from zero.
    if (lines >= 0 && linesNow >= lines && span > 0 && span < LONGEST_NANOS) {
      values[Metric.LINES.ordinal()] = (float) ((linesNow - lines) / seconds);
      if (bytesNow >= bytes) {
        values[Metric.BYTES.ordinal()] = (float) ((bytesNow - bytes) / seconds);
      }
      values[Metric.ERRORS.ordinal()] =
          (float) (errors(found, linesNow - lines, bytesNow - bytes) / seconds);
    }
    lines = linesNow;
    bytes = bytesNow;
    sampledAt = nanos;
  }

  private double errors(Optional<LogStatus> status, long addedLines, long addedBytes) {
    if (addedLines == 0) {
      return 0;
    }
    if (status.isEmpty() || addedBytes <= 0) {
      return Double.NaN;
    }
    try {
      return errors.count(status.get(), addedBytes);
    } catch (IOException | RuntimeException e) {
      LOG.debug("errors not counted log={}", status.get().file(), e);
      return Double.NaN;
    }
  }
}
