package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** Strings of a list under a secret name: {@code ["x", "y"]}, {@code ('bob', 'x')}. */
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
    if (close >= line.to) {
      line.open(at);
    }
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

  /**
   * Marks each string after the bracket at {@code at} that is so long, of letters and digits if
   * that matters; returns where the list goes on or ends.
   */
  public static int strings(Line line, int at, Value value, int least) {
    byte[] b = line.b;
    int i = Bytes.skipBlank(b, at + 1, line.to);
    while (i < line.to && Quoted.open(b, i, line.to) >= 0) {
      value.read(line, i, i, false);
      if (value.quote == 0) {
        break;
      }
      boolean one = least == 0 || Values.shaped(b, value.from, value.to, least);
      if (one && !ValueCheck.sentence(b, value.from, value.to)) {
        line.hideValue(value.from, value.to);
      }
      i = Math.max(i + 1, value.to + value.depth + 1);
      i = Bytes.skipBlank(b, i, line.to);
      if (i >= line.to || b[i] != ',') {
        break;
      }
      i = Bytes.skipBlank(b, i + 1, line.to);
    }
    if (i >= line.to) {
      line.open(at);
    }
    return Math.min(i, line.to);
  }
}
