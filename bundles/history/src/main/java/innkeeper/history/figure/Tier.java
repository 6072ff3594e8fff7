package innkeeper.history.figure;

import innkeeper.api.history.History;
import innkeeper.api.history.Metric;

/**
 * One resolution of a {@link FigureFile}: a ring of slots of one length, each with its own time and
 * checksum. The finest holds one value a metric. The others hold the smallest, the mean and the
 * largest. Restarts have only the sum and readiness only the mean, which are sufficient.
 */
enum Tier {
  FINE(0, Metric.values().length),
  MINUTE(1, coarseValues()),
  QUARTER(2, coarseValues());

  private static final int HEADER_BYTES = 64;
  private static final int TIME_AND_CHECKSUM_BYTES = 8;

  private final int index;
  private final int valueCount;

  Tier(int index, int valueCount) {
    this.index = index;
    this.valueCount = valueCount;
  }

  private static int coarseValues() {
    int values = 0;
    for (Metric metric : Metric.values()) {
      values += isSingle(metric) ? 1 : 3;
    }
    return values;
  }

  /** Returns whether the coarse tiers hold a single value of the metric. */
  static boolean isSingle(Metric metric) {
    return metric == Metric.RESTARTS || metric == Metric.READY;
  }

  /** Returns the size of a file. */
  static int fileBytes() {
    return (int) QUARTER.offset() + QUARTER.bytes();
  }

  /** Returns the seconds from one slot to the next. */
  int seconds() {
    return (int) History.STEPS.get(index).toSeconds();
  }

  int slots() {
    return (int) (History.KEPT.get(index).toSeconds() / seconds());
  }

  /** Returns how many values a slot holds. */
  int valueCount() {
    return valueCount;
  }

  int slotBytes() {
    return TIME_AND_CHECKSUM_BYTES + valueCount * Float.BYTES;
  }

  int bytes() {
    return slots() * slotBytes();
  }

  /** Returns the position of the ring in the file. */
  long offset() {
    long at = HEADER_BYTES;
    for (int before = 0; before < index; before++) {
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
}
