package innkeeper.history.figure;

import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** What fine slots add up to, and what a slot says of one metric. */
final class Summary {

  private Summary() {}

  /** The coarse slot of a step; empty if nothing was sampled in it. */
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

  /** Empty for what was not sampled. */
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
    // Of what is 0 or 1 the mean tells the smallest and the largest.
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

  /** A float has seven digits; a sample is not more exact than a thousandth. */
  private static double rounded(float value) {
    return Math.round(value * 1000.0) / 1000.0;
  }
}
