package innkeeper.redaction.learn;

import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.ValueCheck;

/** Whether a value tells a secret where no name stands before it: no word, number or path does. */
public final class Telling {
  public static final int SHORTEST = 8;
  public static final int LONGEST = 256;

  /** Between slashes, base64 has as much; names of directories are shorter. */
  private static final int LONG_PART = 16;

  private static final int SHORT_PART = 3;
  private static final int LEAST_LETTERS = 3;
  private static final String PARTED = "-_.:/\\,;=+@()[]{}<>|'\"`";

  private Telling() {}

  /** Whether it may be looked for anywhere. */
  public static boolean is(byte[] b, int from, int to, Lesson lesson) {
    int length = to - from;
    if (length < SHORTEST || length > LONGEST) {
      return false;
    }
    int letters = 0;
    int digits = 0;
    int others = 0;
    for (int i = from; i < to; i++) {
      byte c = b[i];
      if (c >= 0 && c <= ' ' || c == 0x7f) {
        return false;
      }
      if (Bytes.is(c, Bytes.ALPHA) || c < 0) {
        letters++;
      } else if (Bytes.is(c, Bytes.DIGIT)) {
        digits++;
      } else if (PARTED.indexOf(c) < 0) {
        others++;
      }
    }
    return letters >= LEAST_LETTERS
        && digits + others > 0
        && !(lesson == Lesson.NAME && others == 0 && counted(b, from, to))
        && !path(b, from, to)
        && !ValueCheck.technical(b, from, to)
        && !ValueCheck.address(b, from, to)
        && !ValueCheck.code(b, from, to, false);
  }

  /** Words, numbers and short names of places with signs between them: {@code exec-1-R30}. */
  private static boolean counted(byte[] b, int from, int to) {
    int part = from;
    for (int i = from; i <= to; i++) {
      if (i == to || PARTED.indexOf(b[i]) >= 0) {
        int seen = Bytes.classes(b, part, i) & Bytes.ALNUM;
        boolean mixed = (seen & Bytes.DIGIT) != 0 && seen != Bytes.DIGIT;
        if (mixed && i - part > SHORT_PART) {
          return false;
        }
        part = i + 1;
      }
    }
    return true;
  }

  private static boolean path(byte[] b, int from, int to) {
    if ("/.~".indexOf(b[from]) >= 0) {
      return true;
    }
    int longest = 0;
    int part = from;
    for (int i = from; i <= to; i++) {
      if (i == to || b[i] == '/' || b[i] == '\\') {
        longest = Math.max(longest, i - part);
        part = i + 1;
      }
    }
    return longest < Math.min(LONG_PART, to - from);
  }
}
