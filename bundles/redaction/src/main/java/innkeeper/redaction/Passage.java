package innkeeper.redaction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The way of whole lines through the engine: clean ones are never touched, nor copied alone. */
final class Passage {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW = 0x7f7f7f7f7f7f7f7fL;
  private static final long BLANKS = 0x6060606060606060L;
  private static final long DOTS = 0x2e2e2e2e2e2e2e2eL;
  private static final long NEWLINES = 0x0a0a0a0a0a0a0a0aL;

  final LineScanner scanner;
  private final Gather out;
  private long lines;
  private long redactions;
  private int counted;

  Passage(LineScanner scanner, Gather out) {
    this.scanner = scanner;
    this.out = out;
  }

  long lines() {
    return lines;
  }

  long redactions() {
    return redactions;
  }

  /** A whole text, its last line with or without an end. */
  long text(byte[] b, Snapshot snapshot) {
    region(b, 0, b.length, snapshot);
    return redactions;
  }

  /** Lines {@code b[from, to)}, each with its end but perhaps the last. */
  void region(byte[] b, int from, int to, Snapshot snapshot) {
    int clean = from;
    int at = from;
    counted = from;
    boolean everyLine = !snapshot.rules().isEmpty();
    while (at < to) {
      boolean one = everyLine || scanner.block.isOpen();
      int sign = one ? at : next(b, at, to, snapshot);
      if (sign < 0) {
        break;
      }
      int start = sign;
      while (start > at && b[start - 1] != '\n') {
        start--;
      }
      int end = lineEnd(b, sign, to);
      count(b, start);
      int textEnd = end > start && b[end - 1] == '\r' && end < to ? end - 1 : end;
      Spans spans = scanner.scan(b, start, textEnd, sign, false, snapshot);
      clean = emit(b, clean, textEnd, spans);
      at = end + 1;
      if (end < to) {
        lines++;
      }
      counted = Math.min(at, to);
    }
    out.last(b, clean, to);
  }

  private void count(byte[] b, int to) {
    for (int i = counted; i < to; i++) {
      if (b[i] == '\n') {
        lines++;
      }
    }
    counted = Math.max(counted, to);
  }

  /** Writes what stands between the secrets; returns up to where all is written. */
  int emit(byte[] b, int from, int to, Spans spans) {
    int done = from;
    for (int i = 0; i < spans.size() && spans.from(i) < to; i++) {
      if (spans.to(i) <= from) {
        continue;
      }
      out.add(b, done, spans.from(i));
      byte[] mark = Mark.bytes(spans.kind(i));
      out.add(mark, 0, mark.length);
      done = Math.max(done, spans.to(i));
      redactions++;
    }
    return done;
  }

  private static int lineEnd(byte[] b, int from, int to) {
    int i = from;
    while (i + 8 <= to) {
      long x = (long) LONG.get(b, i) ^ NEWLINES;
      long zero = ~((x & LOW) + LOW | x | LOW);
      if (zero != 0) {
        return i + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
      i += 8;
    }
    while (i < to && b[i] != '\n') {
      i++;
    }
    return i;
  }

  /**
   * First place at or after {@code from} where a line needs a look, or -1; counts line ends passed.
   */
  private int next(byte[] b, int from, int to, Snapshot snapshot) {
    if (Tokens.twoLetters(b, from, to)) {
      return from;
    }
    long[] bitmap = snapshot.bitmap();
    int i = from;
    int end = to - 10;
    long seen = 0;
    long dotsBefore = 0;
    while (i < end) {
      long x = (long) LONG.get(b, i);
      int h0 = Grams.hash((int) x);
      int h2 = Grams.hash((int) (x >>> 16));
      int h4 = Grams.hash((int) (x >>> 32));
      int h6 = Grams.hash((int) Grams.INT.get(b, i + 6));
      long hit =
          bitmap[h0 >>> 6] >>> h0
              | bitmap[h2 >>> 6] >>> h2
              | bitmap[h4 >>> 6] >>> h4
              | bitmap[h6 >>> 6] >>> h6;
      long control = ~((x & LOW) + BLANKS | x | LOW);
      long y = x ^ DOTS;
      long dots = ~((y & LOW) + LOW | y | LOW);
      // Two dots seven bytes apart: in this block, or the first of them in the one before.
      control |= dotsBefore >>> 8 & dots | dots & 0x80 & dots >>> 56;
      dotsBefore = dots;
      if ((hit & 1 | control) != 0) {
        int sign = look(b, i, to, x, control, (hit & 1) != 0, snapshot, from);
        if (sign >= 0) {
          lines += seen;
          counted = i;
          return sign;
        }
        if (control != 0) {
          long z = x ^ NEWLINES;
          seen += Long.bitCount(~((z & LOW) + LOW | z | LOW));
        }
      }
      i += 8;
    }
    lines += seen;
    counted = i;
    return rest(b, i, to, from, snapshot);
  }

  private int look(
      byte[] b, int i, int to, long x, long control, boolean hit, Snapshot snapshot, int from) {
    int special = Integer.MAX_VALUE;
    if (control != 0) {
      for (int k = i; k < i + 8; k++) {
        if (special(b, k, to) || b[k] == '.' && threeParts(b, k, from)) {
          special = k;
          break;
        }
      }
    }
    if (hit) {
      for (int k = i; k < i + 8 && k < special; k += 2) {
        if (sign(b, k, from, to, snapshot)) {
          return k;
        }
      }
    }
    return special == Integer.MAX_VALUE ? -1 : special;
  }

  private static boolean special(byte[] b, int at, int to) {
    byte c = b[at];
    return c == 0x1b || c == '\b' || c == '\r' && at + 1 < to && b[at + 1] != '\n';
  }

  /** The first or the second dot of a token in three parts: cheap, the line's look decides. */
  private static boolean threeParts(byte[] b, int at, int from) {
    return at - 23 >= from && Bytes.runStart(b, at - 23, at, Bytes.TOKEN) == at - 23
        || at - 30 >= from
            && b[at - 7] == '.'
            && Bytes.runStart(b, at - 30, at - 7, Bytes.TOKEN) == at - 30;
  }

  private static boolean sign(byte[] b, int at, int from, int to, Snapshot snapshot) {
    int gram = (int) Grams.INT.get(b, at);
    if (!Grams.hit(snapshot.bitmap(), gram)) {
      return false;
    }
    return snapshot.literals() != null && Grams.hit(snapshot.literals().bitmap(), gram)
        || Builtin.GRAMS.confirms(b, at, from, to);
  }

  private int rest(byte[] b, int at, int to, int from, Snapshot snapshot) {
    int i = at;
    while (i < to) {
      if (special(b, i, to)
          || b[i] == '.' && threeParts(b, i, from)
          || (i - at) % 2 == 0 && i + 4 <= to && sign(b, i, from, to, snapshot)) {
        return i;
      }
      i++;
    }
    count(b, to);
    return -1;
  }
}
