package innkeeper.history.figure;

import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/**
 * One resolution of a {@link FigureFile}: a ring of slots of one length, each with its own time and
 * checksum. The finest holds one value a metric. The others hold the smallest, the mean and the
 * largest. Restarts have only the sum and readiness only the mean, which are sufficient.
 */
enum Tier {
  FINE,
  MINUTE,
  QUARTER;

  private static final int HEADER_BYTES = 64;
  private static final int TIME_AND_CHECKSUM_BYTES = 8;

  /** Returns whether the coarse tiers hold a single value of the metric. */
  static boolean isSingle(Metric metric) {
    return metric == Metric.RESTARTS || metric == Metric.READY;
  }

  static int fileBytes() {
    return (int) QUARTER.offset() + QUARTER.bytes();
  }

  /** Returns the seconds from one slot to the next. */
  int seconds() {
    return (int) History.STEPS.get(ordinal()).toSeconds();
  }

  int slots() {
    return (int) (History.KEPT.get(ordinal()).toSeconds() / seconds());
  }

  int valueCount() {
    int values = 0;
    for (Metric metric : Metric.values()) {
      values += this == FINE || isSingle(metric) ? 1 : 3;
    }
    return values;
  }

  int slotBytes() {
    return TIME_AND_CHECKSUM_BYTES + valueCount() * Float.BYTES;
  }

  int bytes() {
    return slots() * slotBytes();
  }

  /** Returns the position of the ring in the file. */
  long offset() {
    long at = HEADER_BYTES;
    for (int before = 0; before < ordinal(); before++) {
      at += Tier.values()[before].bytes();
    }
    return at;
  }

  /** Returns the position of the slot for that time. */
  long offset(long second) {
    return offset() + second / seconds() % slots() * slotBytes();
  }

  /** Returns the beginning of the step that includes that time. */
  long floor(long second) {
    return second - Math.floorMod(second, seconds());
  }

  /** Returns this tier's slot for a step, from the fine slots in it; empty if there are none. */
  Optional<Slot> summary(long step, Collection<Slot> fine) {
    if (fine.isEmpty()) {
      return Optional.empty();
    }
    float[] values = new float[valueCount()];
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
      } else if (isSingle(metric)) {
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
  Optional<Point> point(Slot slot, Metric metric) {
    Instant at = Instant.ofEpochSecond(slot.second());
    if (this == FINE) {
      return point(at, slot.values(), metric.ordinal(), 0, 0);
    }
    int first = 0;
    for (Metric before : Metric.values()) {
      if (before == metric) {
        break;
      }
      first += isSingle(before) ? 1 : 3;
    }
    if (!isSingle(metric)) {
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
