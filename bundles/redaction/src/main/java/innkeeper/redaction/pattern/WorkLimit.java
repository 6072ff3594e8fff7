package innkeeper.redaction.pattern;

import java.util.Arrays;

/**
 * How much the rows of one's own may do on a line, each by itself. The built-in rows are known to
 * be linear and have no limit.
 */
final class WorkLimit {
  static final long NONE = Long.MAX_VALUE;

  private static final long FREE = 1 << 18;
  private static final long STEPS_A_BYTE = 64;

  private long allowed;
  private long[] spent = {};
  private int[] epochs = {};

  /** How many steps row {@code number} may still do on the line of that number and length. */
  long begin(int number, int epoch, int length) {
    if (number >= spent.length) {
      spent = Arrays.copyOf(spent, 2 * number + 2);
      epochs = Arrays.copyOf(epochs, 2 * number + 2);
    }
    if (epochs[number] != epoch) {
      epochs[number] = epoch;
      spent[number] = 0;
    }
    allowed = FREE + STEPS_A_BYTE * length - spent[number];
    return allowed;
  }

  void end(int number, long left) {
    spent[number] += allowed - left;
  }

  /** A row of one's own did more on a line than is allowed. */
  static final class TooSlowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooSlowException() {
      super("it needs too many steps", null, false, false);
    }
  }
}
