package innkeeper.redaction.value;

import innkeeper.redaction.text.Bytes;

/** What others print instead of a secret: stars, dots, bullets, a word for it in brackets. */
public final class MaskWord {
  private MaskWord() {}

  /** Where such a word ends that begins at {@code from}; {@code from} when none does. */
  public static int wordEnd(byte[] b, int from, int to) {
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
    boolean known = start > from && close > end && WordFlags.is(b, start, end, WordFlags.MASK);
    return known && whole ? close : from;
  }
}
