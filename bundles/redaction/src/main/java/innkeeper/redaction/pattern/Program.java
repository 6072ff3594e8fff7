package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;

/**
 * A pattern as numbers: for each part what it is, what it needs, and where the next one begins. One
 * method runs all of them: it is soon compiled, and little code serves many patterns.
 */
final class Program {
  static final int NONE = -1;

  static final int RETURN = 0;
  static final int LITERAL = 1;
  static final int LITERAL_BEFORE = 2;
  static final int SINGLE = 3;
  static final int RUN = 4;
  static final int LONG_RUN = 5;
  static final int RUN_BEFORE = 6;
  static final int CHOICE = 7;
  static final int CHOICE_BEFORE = 8;
  static final int REPEAT = 9;
  static final int LONG_REPEAT = 10;
  static final int LOOK = 11;
  static final int LOOK_NOT = 12;
  static final int START = 13;
  static final int END = 14;
  static final int HIDDEN = 15;
  static final int HIDDEN_WORD = 16;
  static final int TESTED = 17;
  static final int SEEK = 18;
  static final int NEAR = 19;
  static final int QUOTE_OPEN = 20;
  static final int QUOTE_TEXT = 21;
  static final int QUOTE_CLOSE = 22;
  static final int COUNTED = 23;

  /** Of a part of a choice: it may begin with any byte. */
  static final int ANY = -1;

  /** What a text that matches may begin with. */
  final ByteSet first;

  private final int[] code;

  /** A bit for each byte of each set, four longs a set. */
  private final long[] bits;

  private final ByteSet[] sets;
  private final ValueTest[] tests;

  Program(ByteSet first, int[] code, long[] bits, ByteSet[] sets, ValueTest[] tests) {
    this.first = first;
    this.code = code;
    this.bits = bits;
    this.sets = sets;
    this.tests = tests;
  }

  /** Where what begins at {@code at} ends, or {@link #NONE}; in before() the reverse. */
  int match(LineText in, int at) {
    return run(0, in, at);
  }

  private boolean has(int set, byte b) {
    return (bits[set + (b >>> 6 & 3)] >>> b & 1) != 0;
  }

  private int run(int first, LineText in, int at) {
    int[] c = code;
    int next = first;
    int i = at;
    while (c[next] != RETURN && i >= 0) {
      switch (c[next]) {
        case LITERAL -> {
          i = literal(next + 2, c[next + 1], in, i);
          next += 2 + c[next + 1];
        }
        case LITERAL_BEFORE -> {
          i = literalBefore(next + 2, c[next + 1], in, i);
          next += 2 + c[next + 1];
        }
        case SINGLE -> {
          i = single(c[next + 1], in, i);
          next += 2;
        }
        case RUN -> {
          i = run(c[next + 1], c[next + 2], c[next + 3], in, i);
          next += 4;
        }
        case LONG_RUN -> {
          i = longRun(c[next + 1], c[next + 2], c[next + 3], in, i);
          next += 4;
        }
        case RUN_BEFORE -> {
          i = runBefore(c[next + 1], c[next + 2], c[next + 3], in, i);
          next += 4;
        }
        case CHOICE -> {
          i = choice(next + 2, i < in.to, i < in.to ? in.b[i] : 0, in, i);
          next = c[next + 1];
        }
        case CHOICE_BEFORE -> {
          i = choice(next + 2, i > in.from, i > in.from ? in.b[i - 1] : 0, in, i);
          next = c[next + 1];
        }
        case REPEAT -> {
          i = repeat(next + 4, c[next + 1], c[next + 2], in, i);
          next = c[next + 3];
        }
        case LONG_REPEAT -> {
          i = longRepeat(next + 5, c[next + 1], c[next + 2], c[next + 3], in, i);
          next = c[next + 4];
        }
        case LOOK -> {
          i = looks(next + 2, in, i) ? i : NONE;
          next = c[next + 1];
        }
        case LOOK_NOT -> {
          i = looks(next + 2, in, i) ? NONE : i;
          next = c[next + 1];
        }
        case START -> {
          i = i == in.from ? i : NONE;
          next++;
        }
        case END -> {
          in.looked(i);
          i = i == in.to ? i : NONE;
          next++;
        }
        case HIDDEN, HIDDEN_WORD -> {
          i = hidden(next + 2, c[next] == HIDDEN_WORD, in, i);
          next = c[next + 1];
        }
        case TESTED -> {
          i = tested(next + 4, c[next + 1], c[next + 2], in, i);
          next = c[next + 3];
        }
        case SEEK -> {
          i = seek(next + 5, c[next + 1], c[next + 2], c[next + 3], in, i);
          next = c[next + 4];
        }
        case NEAR -> {
          i = near(next + 4, c[next + 1], c[next + 2], in, i);
          next = c[next + 3];
        }
        case COUNTED -> {
          i = counted(next + 5, c[next + 1], c[next + 2], c[next + 3], in, i);
          next = c[next + 4];
        }
        case QUOTE_OPEN -> {
          i = in.openQuote(i);
          next++;
        }
        case QUOTE_TEXT -> {
          i = in.quotedEnd(i);
          next++;
        }
        default -> {
          i = Math.min(in.to, Bytes.runOf(in.b, i, in.to, '\\') + 1);
          next++;
        }
      }
    }
    return i;
  }

  /** Whether a byte is that of the text, or the other one. */
  private boolean same(int place, byte b) {
    int both = code[place];
    return (b & 0xff) == (both & 0xff) || (b & 0xff) == both >>> 8;
  }

  private int literal(int text, int length, LineText in, int at) {
    int end = Math.min(in.to, at + length);
    int i = at;
    while (i < end && same(text + i - at, in.b[i])) {
      i++;
    }
    if (i == at + length) {
      return i;
    }
    in.looked(i);
    return NONE;
  }

  private int literalBefore(int text, int length, LineText in, int at) {
    int start = at - length;
    if (start < in.from) {
      return NONE;
    }
    int i = start;
    while (i < at && same(text + i - start, in.b[i])) {
      i++;
    }
    return i == at ? start : NONE;
  }

  private int single(int set, LineText in, int at) {
    if (at >= in.to) {
      in.looked(at);
      return NONE;
    }
    return has(set, in.b[at]) ? at + 1 : NONE;
  }

  private int run(int set, int least, int most, LineText in, int at) {
    byte[] b = in.b;
    int bound = Math.min(in.to - at, most) + at;
    int i = at;
    while (i < bound && has(set, b[i])) {
      i++;
    }
    if (i - at < most) {
      in.looked(i);
    }
    return i - at >= least ? i : NONE;
  }

  private int longRun(int set, int least, int number, LineText in, int at) {
    boolean empty = at < in.to && !has(set, in.b[at]);
    int end = empty ? at : in.runEnd(number, sets[set / 4], at);
    in.looked(end);
    return end - at >= least ? end : NONE;
  }

  private int runBefore(int set, int least, int most, LineText in, int at) {
    byte[] b = in.b;
    int bound = at - Math.min(at - in.from, most);
    int i = at;
    while (i > bound && has(set, b[i - 1])) {
      i--;
    }
    return at - i >= least ? i : NONE;
  }

  /** The first of the parts that matches, of those that may begin with the byte that is next. */
  private int choice(int parts, boolean known, int byteNext, LineText in, int at) {
    byte next = (byte) byteNext;
    long state = in.state();
    int part = parts + 1;
    for (int left = code[parts]; left > 0; left--) {
      int set = code[part];
      if (!known || set == ANY || has(set, next)) {
        int end = run(part + 2, in, at);
        if (end >= 0) {
          return end;
        }
        in.back(state);
      }
      part = code[part + 1];
    }
    return NONE;
  }

  private int repeat(int body, int least, int most, LineText in, int at) {
    int i = at;
    for (int n = 0; n < most; n++) {
      long state = in.state();
      int end = run(body, in, i);
      if (end < 0 || end == i) {
        in.back(state);
        return n >= least ? i : NONE;
      }
      i = end;
    }
    return i;
  }

  /** Of a part that takes one byte; the set has those that it takes whatever follows. */
  private int longRepeat(int body, int least, int number, int set, LineText in, int at) {
    int end = in.known(number, at);
    if (end < 0) {
      end = at;
      while (end < in.to && (has(set, in.b[end]) || run(body, in, end) >= 0)) {
        end++;
      }
      in.found(number, at, end);
    }
    in.looked(end);
    return end - at >= least ? end : NONE;
  }

  private boolean looks(int body, LineText in, int at) {
    long state = in.state();
    boolean found = run(body, in, at) >= 0;
    in.back(state);
    return found;
  }

  private int hidden(int body, boolean word, LineText in, int at) {
    in.hides(at);
    int end = run(body, in, at);
    if (end > at) {
      in.hide(at, word ? Bytes.trimmed(in.b, at, end) : end, end);
    }
    return end;
  }

  private int tested(int body, int first, int count, LineText in, int at) {
    int end = run(body, in, at);
    int from = Math.min(at, end);
    int to = Math.max(at, end);
    for (int i = first; i < first + count && end >= 0; i++) {
      end = tests[i].holds(in, from, to) ? end : NONE;
    }
    return end;
  }

  private int seek(int body, int most, int number, int set, LineText in, int at) {
    int bound = at + Math.min(in.to - at, most);
    int place = number > 0 ? in.known(number, at) : NONE;
    if (place < 0) {
      place = at;
      while (place < bound && !(has(set, in.b[place]) && run(body, in, place) >= 0)) {
        place++;
      }
      if (number > 0) {
        in.found(number, at, place);
      }
    }
    in.looked(place);
    return place < bound ? place : NONE;
  }

  private int near(int body, int most, int set, LineText in, int at) {
    for (int i = Math.max(in.from, at - most); i < at; i++) {
      int end = has(set, in.b[i]) ? run(body, in, i) : NONE;
      if (end >= 0 && end <= at) {
        return at;
      }
    }
    return NONE;
  }

  /** What a part remembers it counts itself, where it looks; so do the parts within it. */
  private int counted(int body, int kind, int least, int most, LineText in, int at) {
    int end = run(body, in, at);
    int looked =
        switch (NodeKind.of(kind)) {
          case RUN, RUN_BEFORE, TESTED, TESTED_BEFORE ->
              end < 0 ? Math.min(in.to - at, least) : Math.abs(end - at);
          case NEAR -> Math.min(at - in.from, most);
          case SEEK -> most == Integer.MAX_VALUE ? 0 : Math.min(in.to - at, most);
          default -> 0;
        };
    in.spend(1 + looked);
    return end;
  }
}
