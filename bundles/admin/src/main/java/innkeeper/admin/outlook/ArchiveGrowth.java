package innkeeper.admin.outlook;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Forecasts how the archives of all logs grow at their present rate. The archives of a log stay
 * within its own limits. Savings by compression are ignored, so the real sizes are never larger.
 */
record ArchiveGrowth(List<Log> logs) {

  /**
   * The archives of one log.
   *
   * @param bytes their size now
   * @param most their final size, by the limits on the number of files and on their age
   * @param rate bytes a second that are written to the log
   */
  record Log(double bytes, double most, double rate) {
    double after(double seconds) {
      return Math.min(bytes + rate * seconds, Math.max(bytes, most));
    }

    /**
     * Returns the seconds until the log's own limits hold; infinity if nothing is written to the
     * log.
     */
    double full() {
      return bytes >= most ? 0 : rate <= 0 ? Double.POSITIVE_INFINITY : (most - bytes) / rate;
    }
  }

  double after(double seconds) {
    return logs.stream().mapToDouble(log -> log.after(seconds)).sum();
  }

  /** Returns the final size of all archives. */
  double most() {
    return logs.stream()
        .mapToDouble(log -> log.rate() <= 0 ? log.bytes() : Math.max(log.bytes(), log.most()))
        .sum();
  }

  /** Returns when all archives together have this size; empty if they never have it. */
  Optional<Instant> until(double total, Instant now) {
    return until(total).map(seconds -> now.plusSeconds(Math.round(seconds)));
  }

  private Optional<Double> until(double total) {
    if (after(0) >= total) {
      return Optional.of(0.0);
    }
    // The growth is constant between two times at which a log reaches its own limit.
    double[] turns =
        DoubleStream.concat(
                DoubleStream.of(0), logs.stream().mapToDouble(Log::full).filter(Double::isFinite))
            .sorted()
            .toArray();
    for (int i = 1; i < turns.length; i++) {
      double to = after(turns[i]);
      if (to >= total) {
        double from = after(turns[i - 1]);
        return Optional.of(turns[i - 1] + (turns[i] - turns[i - 1]) * (total - from) / (to - from));
      }
    }
    return Optional.empty();
  }
}
