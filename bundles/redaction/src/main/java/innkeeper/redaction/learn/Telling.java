package innkeeper.redaction.learn;

import innkeeper.redaction.value.ValueCheck;

/** Whether a value tells a secret where no name stands before it: no word, number or path does. */
public final class Telling {
  public static final int SHORTEST = 8;
  public static final int LONGEST = 256;

  private Telling() {}

  /** Whether it may be looked for anywhere. */
  public static boolean is(byte[] b, int from, int to, Lesson lesson) {
    return ValueCheck.TELLING.has(b, from, to)
        && !(lesson == Lesson.NAME && ValueCheck.COUNTED.has(b, from, to));
  }
}
