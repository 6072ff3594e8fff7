package innkeeper.history.figure;

import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** Computes coarse slots from fine ones, and reads one metric's point from a slot. */
final class Summary {

  private Summary() {}

  /** Returns the coarse slot of a step; empty if the step has no sample. */
  static Optional<Slot> of(Tier tier, long step, Collection<Slot> fine) {
    if (fine.isEmpty()) {
      return Optional.empty();
    }
    float[] values = new float[tier.valueCount()];
    int at = 0;
    for (Metric metric : Metric.values()) {
      float min = Float.NaN;
      float max = Float.NaN;
      double sum = 0;
      int count = 0;
      for (Slot slot : fine) {
        float value = slot.values()[metric.ordinal()];
        if (!Float.isNaN(value)) {
          min = count == 0 ? value : Math.min(min, value);
          max = count == 0 ? value : Math.max(max, value);
          sum += value;
          count++;
        }
      }
      float mean = count == 0 ? Float.NaN : (float) (sum / count);
      if (metric == Metric.RESTARTS) {
        values[at++] = count == 0 ? Float.NaN : (float) sum;
      } else if (Tier.isSingle(metric)) {
        values[at++] = mean;
      } else {
        values[at++] = min;
        values[at++] = mean;
        values[at++] = max;
      }
    }
    return Optional.of(new Slot(step, values));
  }

  /** Returns the point of a metric; empty if it was not sampled. */
  static Optional<Point> point(Tier tier, Slot slot, Metric metric) {
    Instant at = Instant.ofEpochSecond(slot.second());
    if (tier == Tier.FINE) {
      return point(at, slot.values(), metric.ordinal(), 0, 0);
    }
    int first = 0;
    for (Metric before : Metric.values()) {
      if (before == metric) {
        break;
      }
      first += Tier.isSingle(before) ? 1 : 3;
    }
    if (!Tier.isSingle(metric)) {
      return point(at, slot.values(), first, 1, 2);
    }
    Optional<Point> single = point(at, slot.values(), first, 0, 0);
    // The values are 0 or 1, so the smallest and the largest follow from the mean.
    return metric != Metric.READY
        ? single
        : single.map(p -> new Point(at, p.avg() < 1 ? 0 : 1, p.avg(), p.avg() > 0 ? 1 : 0));
  }

  private static Optional<Point> point(
      Instant at, float[] values, int first, int mean, int largest) {
    return Float.isNaN(values[first])
        ? Optional.empty()
        : Optional.of(
            new Point(
                at,
                rounded(values[first]),
                rounded(values[first + mean]),
                rounded(values[first + largest])));
  }

  /** Rounds a value to a thousandth: a float has seven digits, and a sample is not more exact. */
  private static double rounded(float value) {
    return Math.round(value * 1000.0) / 1000.0;
  }
}
