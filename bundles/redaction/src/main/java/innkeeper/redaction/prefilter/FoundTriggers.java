package innkeeper.redaction.prefilter;

import java.util.Arrays;

/** Triggers that stand in a line, by where they begin; of those at one place longer ones first. */
public final class FoundTriggers {
  private Trigger[] triggers = new Trigger[16];
  private int[] starts = new int[16];
  private int size;

  public void clear() {
    size = 0;
  }

  /** Shows them to the visitor, but for those that end before it said to go on. */
  public void visit(Visitor visitor) {
    int at = 0;
    int i = 0;
    while (i < size) {
      int start = starts[i];
      int after = at;
      for (; i < size && starts[i] == start; i++) {
        if (start + triggers[i].length() > after) {
          at = Math.max(at, visitor.visit(triggers[i], start));
        }
      }
    }
  }

  void add(Trigger t, int start) {
    int i = size;
    while (i > 0 && follows(i - 1, t, start)) {
      i--;
    }
    if (i > 0 && starts[i - 1] == start && triggers[i - 1] == t) {
      return;
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      triggers = Arrays.copyOf(triggers, 2 * size);
    }
    System.arraycopy(starts, i, starts, i + 1, size - i);
    System.arraycopy(triggers, i, triggers, i + 1, size - i);
    starts[i] = start;
    triggers[i] = t;
    size++;
  }

  private boolean follows(int i, Trigger t, int start) {
    return starts[i] > start || starts[i] == start && triggers[i].length() < t.length();
  }

  /** Looks closer at a trigger's surroundings. */
  public interface Visitor {
    /** Returns where to go on. */
    int visit(Trigger trigger, int at);
  }
}
