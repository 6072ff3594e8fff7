package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;

/** Who and what under a secret name: {@code ('bob', 'x')}. */
public final class ValueList {
  private static final int LONGEST = 256;

  private ValueList() {}

  /**
   * Marks who and what in round brackets, {@code (bob, x)}, {@code ('bob', 'x')}, the latter alone
   * unless the name is {@code sure}; returns where to go on, or -1 if no two stand there.
   */
  public static int pair(Line line, int at, boolean sure, Value value) {
    byte[] b = line.b;
    int first = Bytes.skipBlank(b, at + 1, line.to);
    int bound = Math.min(line.to, at + LONGEST);
    int comma = Bytes.next(b, first, bound, ',');
    int close = Bytes.next(b, comma, bound, ')');
    line.opensAtEnd(at, close);
    if (close >= bound) {
      return -1;
    }
    int second = Bytes.skipBlank(b, comma + 1, close);
    boolean quoted = Quoted.open(b, second, close) >= 0;
    if (quoted) {
      value.read(line, at, second, false);
      second = value.from;
      close = Math.max(value.from, value.to);
    }
    if (second >= close || !quoted && !sure) {
      return -1;
    }
    line.hideValue(second, close);
    return close;
  }
}
