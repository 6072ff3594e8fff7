package innkeeper.history.figure;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.history.Metric;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.history.record.ErrorRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what is known of one project into one slot's values. For one thread. */
final class ProjectSampler {

  private static final Logger LOG = LoggerFactory.getLogger(ProjectSampler.class);

  /** Between samples farther apart a rate would say nothing of the last five seconds. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final ErrorCounter errors;
  private boolean seen;
  private long sampledAt;
  private long lines = -1;
  private long bytes;
  private int restarts;

  /**
   * @param dataDir what the names of logs are relative to
   * @param fresh whether the project is new; an earlier host counted the restarts of any other
   */
  ProjectSampler(ErrorRecords records, Path dataDir, boolean fresh) {
    this.errors = new ErrorCounter(records, dataDir);
    this.restarts = fresh ? 0 : -1;
  }

  /** NaN for all that is not known. */
  static float[] none() {
    float[] values = new float[Metric.values().length];
    Arrays.fill(values, Float.NaN);
    return values;
  }

  float[] sample(ProjectStatus status, Optional<Logs> logs, long nanos) {
    float[] values = none();
    // Zero processes: not sampled yet, or none runs. Either is no zero.
    if (status.resources().processes() > 0) {
      double cpu = status.resources().cpuPercent();
      // The first pass over processes compares with nothing and says zero.
      boolean known = seen || cpu > 0;
      values[Metric.CPU.ordinal()] = known ? (float) cpu : Float.NaN;
      values[Metric.RSS.ordinal()] = status.resources().rssBytes();
    }
    seen = status.resources().processes() > 0;
    boolean ready = status.state() == ProjectState.RUNNING && status.health().ready();
    // Before the first answer of its probe nobody knows.
    boolean answered =
        status.state() != ProjectState.RUNNING || status.health().status() != HealthStatus.UNKNOWN;
    values[Metric.READY.ordinal()] = ready ? 1 : answered ? 0 : Float.NaN;
    if (restarts >= 0) {
      // An explicit start begins to count anew.
      int before = status.restarts() < restarts ? 0 : restarts;
      values[Metric.RESTARTS.ordinal()] = status.restarts() - before;
    }
    restarts = status.restarts();
    logs.ifPresent(service -> log(service, status.name(), nanos, values));
    return values;
  }

  /** Lines, bytes and errors of a log since the last sample. */
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
    // The counts begin anew with the host, and with a replaced logging bundle.
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
