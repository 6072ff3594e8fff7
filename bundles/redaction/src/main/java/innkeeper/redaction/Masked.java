package innkeeper.redaction;

/** What others print instead of a secret: stars, dots, bullets, a word for it in brackets. */
final class Masked {
  private Masked() {}

  static boolean is(byte[] b, int from, int to) {
    if (from < to && b[to - 1] == '*' && tail(b, from, to)) {
      return true;
    }
    int stars = 0;
    boolean same = true;
    for (int i = from; i < to; i++) {
      byte c = b[i];
      if (c == '*' || c == '.' || c == '#' || c == '-' || c == '_' || (c & 0xff) >= 0x80) {
        stars++;
      }
      same &= c == b[from];
      if (!same && stars <= i - from) {
        return false;
      }
    }
    if (stars == to - from) {
      return bullets(b, from, to);
    }
    return same && to - from >= 3 && (b[from] | 0x20) == 'x';
  }

  /** {@code ghp_********}: how it began, for people to tell it from others. */
  private static boolean tail(byte[] b, int from, int to) {
    int shown = Bytes.runEnd(b, from, Math.min(to, from + 13), Bytes.TOKEN);
    int i = shown;
    while (i < to && b[i] == '*') {
      i++;
    }
    return i == to && to - shown >= 6 && shown - from <= 12;
  }

  /** {@code ***REDACTED***}, {@code [secure]}, {@code <masked>}, {@code (hidden)}. */
  static boolean word(byte[] b, int from, int to) {
    return wordEnd(b, from, to) == to;
  }

  /** Where such a word ends that begins at {@code from}; {@code from} when none does. */
  static int wordEnd(byte[] b, int from, int to) {
    int start = from;
    while (start < to && "*[<(".indexOf(b[start]) >= 0) {
      start++;
    }
    int end = Bytes.runEnd(b, start, to, Bytes.ALPHA);
    int close = end;
    while (close < to && "*]>)".indexOf(b[close]) >= 0) {
      close++;
    }
    boolean whole = close == to || !Bytes.is(b[close], Bytes.TOKEN);
    boolean known = start > from && close > end && Words.is(b, start, end, Words.MASK);
    return known && whole ? close : from;
  }

  /** Beyond ASCII only bullets and an ellipsis count as a mask, no letters. */
  private static boolean bullets(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (b[i] < 0 && (b[i] & 0xff) != 0xe2) {
        int lead = i;
        while (lead > from && (b[lead] & 0xc0) == 0x80) {
          lead--;
        }
        if ((b[lead] & 0xff) != 0xe2) {
          return false;
        }
      }
    }
    return true;
  }
}
