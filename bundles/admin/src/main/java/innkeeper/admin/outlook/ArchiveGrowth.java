package innkeeper.admin.outlook;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * How the archives of all logs grow at their present pace. Each log's own take at most what its
 * limits allow. What compression saves is left out, so they are never larger than this says.
 */
record ArchiveGrowth(List<Log> logs) {

  /**
   * The archives of one log.
   *
   * @param bytes that they take now
   * @param most that they take in the end, by the number of files and their age
   * @param rate bytes a second that are written to the log
   */
  record Log(double bytes, double most, double rate) {
    double after(double seconds) {
      return Math.min(bytes + rate * seconds, Math.max(bytes, most));
    }

    /** Seconds until its own limits hold; never, for one that nobody writes to. */
    double full() {
      return bytes >= most ? 0 : rate <= 0 ? Double.POSITIVE_INFINITY : (most - bytes) / rate;
    }
  }

  double after(double seconds) {
    return logs.stream().mapToDouble(log -> log.after(seconds)).sum();
  }

  /** What they take in the end. */
  double most() {
    return logs.stream()
        .mapToDouble(log -> log.rate() <= 0 ? log.bytes() : Math.max(log.bytes(), log.most()))
        .sum();
  }

  /** Seconds until all together take so much; empty for never. */
  Optional<Double> until(double total) {
    if (after(0) >= total) {
      return Optional.of(0.0);
    }
    // Between the times at which a log reaches its own limit the growth is even.
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
