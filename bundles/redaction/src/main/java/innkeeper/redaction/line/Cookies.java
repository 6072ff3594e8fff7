package innkeeper.redaction.line;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** Cookies of a request, and the one a response sets: its attributes stay. */
public final class Cookies {
  private static final int LONGEST_PREFERENCE = 40;
  private static final Pattern VALUE = Values.after("cookie-byte*");

  /** Words and numbers, and what Google and Facebook count visits by. */
  private static final Pattern PLAIN = Values.after("preference-value");

  /** What joins pairs, before the next one. */
  private static final Pattern NEXT = Values.after("\";\" space* &([{token}.]+ \"=\")");

  private Cookies() {}

  public static int redact(Line l, int from, int limit, boolean quoted, boolean set) {
    byte[] b = l.b;
    int at = Bytes.skipBlank(b, from, limit);
    if (at >= limit) {
      return limit;
    }
    int name = Bytes.runEnd(b, at, limit, Bytes.TOKEN | Bytes.DOT);
    boolean pair = name > at && name < limit && b[name] == '=';
    if (set && pair) {
      int end = valueEnd(b, name + 1, limit);
      l.opens(at, end);
      if (!preferred(b, at, end)) {
        l.hideValue(name + 1, end);
      }
      return end;
    }
    int end = quoted ? limit : listEnd(b, at, limit, pair);
    int word = valueEnd(b, at, limit);
    boolean none =
        ValueCheck.placeholder(b, at, word)
            || Values.digits(b, at, word)
            || !pair && (ValueCheck.prose(b, at, word) || !Values.shaped(b, at, end, 8));
    if (ValueCheck.placeholder(b, at, end) || none && !pair) {
      return Math.max(at, Math.min(end, word));
    }
    if (pair
        && name + 1 + RedactionMark.PLAIN.length == end
        && RedactionMark.at(b, name + 1, end)) {
      return end;
    }
    l.opens(at, end);
    if (!pair || !preferences(b, at, end)) {
      l.secret(at, end);
    }
    return end;
  }

  /** Whether all the pairs are preferences. */
  private static boolean preferences(byte[] b, int from, int to) {
    int at = from;
    while (at < to) {
      int end = valueEnd(b, at, to);
      if (!preferred(b, at, end)) {
        return false;
      }
      at = Bytes.skipBlank(b, Math.min(to, end + 1), to);
    }
    return true;
  }

  /** {@code theme=dark}: a preference, and a plain value of it. */
  private static boolean preferred(byte[] b, int from, int to) {
    int name = Bytes.runEnd(b, from, to, Bytes.TOKEN | Bytes.DOT);
    return name < to
        && to - name <= LONGEST_PREFERENCE
        && ValueCheck.PREFERENCE.has(b, from, name)
        && (!Values.shaped(b, name + 1, to, 5) || PLAIN.matches(b, name + 1, to));
  }

  private static int valueEnd(byte[] b, int from, int limit) {
    return VALUE.match(LineText.ofValue(b, limit), from);
  }

  /** Pairs joined by {@code ; }. */
  private static int listEnd(byte[] b, int from, int limit, boolean pair) {
    int end = valueEnd(b, from, limit);
    int next = pair ? NEXT.match(LineText.ofValue(b, limit), end) : -1;
    while (next >= 0) {
      end = valueEnd(b, next, limit);
      next = NEXT.match(LineText.ofValue(b, limit), end);
    }
    return end;
  }
}
