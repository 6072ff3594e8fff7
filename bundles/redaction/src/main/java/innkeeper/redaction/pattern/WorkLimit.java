package innkeeper.redaction.pattern;

import java.util.Arrays;

/**
 * How much the rows of one's own may do on a line, each by itself. The built-in rows are known to
 * be linear and have no limit.
 */
public final class WorkLimit {
  private static final long FREE = 1 << 18;
  private static final long STEPS_A_BYTE = 64;
  private static final long NONE = Long.MAX_VALUE;

  private long left = NONE;
  private long allowed;
  private long[] spent = {};
  private int[] epochs = {};

  /** From here on row {@code number} works on the line of that number and length. */
  void begin(int number, int epoch, int length) {
    if (number >= spent.length) {
      spent = Arrays.copyOf(spent, 2 * number + 2);
      epochs = Arrays.copyOf(epochs, 2 * number + 2);
    }
    if (epochs[number] != epoch) {
      epochs[number] = epoch;
      spent[number] = 0;
    }
    allowed = FREE + STEPS_A_BYTE * length - spent[number];
    left = allowed;
  }

  void end(int number) {
    spent[number] += allowed - left;
    left = NONE;
  }

  /** Notes so many steps of work. */
  void spend(int steps) {
    left -= steps;
    if (left < 0) {
      throw new TooSlowException();
    }
  }

  /** A row of one's own did more on a line than is allowed. */
  public static final class TooSlowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooSlowException() {
      super("it needs too many steps", null, false, false);
    }
  }
}
