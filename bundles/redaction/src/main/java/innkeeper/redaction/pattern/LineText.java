package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import java.util.Arrays;

/**
 * The bytes a pattern is matched against, and what the match would hide. It remembers where runs of
 * bytes end: asked again within a run, it costs nothing, and so the time stays linear however many
 * patterns begin in the run.
 */
public class LineText {
  /** So many bytes are looked at faster than remembered. */
  private static final int SHORT = 64;

  private static final int[] ASKED = {Bytes.DIGIT, Bytes.LOWER, Bytes.UPPER, Bytes.HIGH};
  private static final ByteSet[] OTHERS = new ByteSet[ASKED.length];
  private static final int[] NUMBERS = new int[ASKED.length];

  static {
    for (int i = 0; i < ASKED.length; i++) {
      OTHERS[i] = ByteSet.of(ASKED[i]).not();
      NUMBERS[i] = Numbers.of(OTHERS[i]);
    }
  }

  private static final int[] NOTHING = {};

  public byte[] b;

  /** Nothing before it is looked at. */
  public int from;

  /** Nothing from here on is looked at. */
  public int to;

  /** Whether the text ends at {@link #to}; else it goes on and is not known yet. */
  public boolean whole = true;

  /** Of a text that goes on: the first byte that may turn out a secret. */
  public int open;

  /** The quote that was opened last, and the backslashes before it. */
  int quote;

  int depth;

  /** Of a value, which is short, it costs less to look again than to remember. */
  private final boolean remembers;

  private int pending;
  private int[] hidden = NOTHING;
  private int size;
  private int epoch;
  private int[] runs = NOTHING;
  private LineText part;

  /** Null before a row of one's own was at work. */
  private WorkLimit limit;

  /** So many steps are left to a row of one's own. */
  private long left = WorkLimit.NONE;

  /** A line's text. */
  public LineText() {
    this(true);
  }

  private LineText(boolean remembers) {
    this.remembers = remembers;
  }

  /** What begins with {@code bytes} and ends at {@code last}, as if it were a line. */
  public static LineText ofValue(byte[] bytes, int last) {
    LineText text = new LineText(false);
    text.reset(bytes, 0, last);
    return text;
  }

  /** Moves to another text. */
  public void reset(byte[] bytes, int first, int last) {
    b = bytes;
    from = first;
    to = last;
    open = last;
    whole = true;
    epoch++;
  }

  /** Tells the text from the ones before it. */
  public int epoch() {
    return epoch;
  }

  /** This text as if it ended at {@code last}; bytes before the part may be looked at. */
  public LineText part(int last) {
    if (part == null) {
      part = new LineText(remembers);
    }
    part.reset(b, from, last);
    return part;
  }

  /** From here on a row of one's own is at work: one that does too much is stopped. */
  public void beginLimit(int row) {
    limit = limit == null ? new WorkLimit() : limit;
    left = limit.begin(row, epoch, to - from);
  }

  public void endLimit(int row) {
    limit.end(row, left);
    left = WorkLimit.NONE;
  }

  void spend(int steps) {
    left -= steps;
    if (left < 0) {
      throw new WorkLimit.TooSlowException();
    }
  }

  void begin() {
    size = 0;
    pending = to;
  }

  /** How many stretches the last match hides. */
  public int stretches() {
    return size / 3;
  }

  public int stretchFrom(int i) {
    return hidden[3 * i];
  }

  public int stretchTo(int i) {
    return hidden[3 * i + 1];
  }

  /** Where what was matched ends, signs that close a sentence included. */
  public int stretchEnd(int i) {
    return hidden[3 * i + 2];
  }

  void hide(int first, int last, int end) {
    if (size == hidden.length) {
      hidden = Arrays.copyOf(hidden, 2 * size + 12);
    }
    hidden[size] = first;
    hidden[size + 1] = last;
    hidden[size + 2] = end;
    size += 3;
  }

  /** What {@link #back} goes back to. */
  long state() {
    return (long) size << 32 | pending;
  }

  void back(long state) {
    size = (int) (state >> 32);
    pending = (int) state;
  }

  /** From here on the match is to hide something. */
  void hides(int at) {
    pending = Math.min(pending, at);
  }

  /**
   * The match looked at this place; were it the end and the text went on, it might end otherwise.
   */
  void looked(int at) {
    if (at == to && !whole) {
      open = Math.min(open, pending);
    }
  }

  /** End of the run of the set's bytes that {@code at} is in; {@code id} tells sets apart. */
  int runEnd(int id, ByteSet set, int at) {
    if (set == ByteSet.ANY) {
      return to;
    }
    int known = known(id, at);
    return known >= 0 ? known : found(id, at, end(set, at));
  }

  private int slot(int id) {
    int slot = 3 * id;
    if (slot >= runs.length) {
      runs = Arrays.copyOf(runs, 2 * slot + 3);
    }
    return slot;
  }

  private int end(ByteSet set, int at) {
    int i = at;
    while (i < to && set.has(b[i])) {
      i++;
    }
    return i;
  }

  /** The classes of {@code b[first, last)}, of the digits, letters and bytes beyond ASCII. */
  public int classes(int first, int last) {
    if (last - first <= SHORT) {
      return Bytes.classes(b, first, last);
    }
    int seen = 0;
    for (int i = 0; i < ASKED.length; i++) {
      seen |= runEnd(NUMBERS[i], OTHERS[i], first) < last ? ASKED[i] : 0;
    }
    return seen;
  }

  /** The place that was found by a search that went over {@code at}, or -1. */
  int known(int id, int at) {
    if (!remembers) {
      return Node.NONE;
    }
    int slot = slot(id);
    boolean over = runs[slot] == epoch && at >= runs[slot + 1] && at <= runs[slot + 2];
    return over ? runs[slot + 2] : Node.NONE;
  }

  /** A search from {@code at} found the place. */
  int found(int id, int at, int place) {
    if (remembers) {
      spend(place - at);
      remember(id, at, place);
    }
    return place;
  }

  /** The same, and it cost nothing. */
  void remember(int id, int at, int place) {
    if (remembers) {
      int slot = slot(id);
      runs[slot] = epoch;
      runs[slot + 1] = at;
      runs[slot + 2] = place;
    }
  }

  /** Opens the quote at {@code at}, over its backslashes; returns what follows it, or -1. */
  int openQuote(int at) {
    int i = Bytes.runOf(b, at, to, '\\');
    looked(i);
    if (i >= to) {
      return Node.NONE;
    }
    quote = i;
    depth = i - at;
    return Bytes.is(b[i], Bytes.QUOTE) ? i + 1 : Node.NONE;
  }

  /** Over the quote that closes, and its backslashes. */
  int afterQuote(int at) {
    return Quoted.after(b, at, to);
  }

  /** Where the text ends that began at {@code at} after the quote opened last. */
  int quotedEnd(int at) {
    int end = depth < Numbers.DEPTHS ? knownClosing(at) : closing(at);
    looked(end);
    return end;
  }

  private int knownClosing(int at) {
    int id = Numbers.ofQuote(b[quote], depth);
    int known = known(id, at);
    return known >= 0 ? known : found(id, at, closingQuote(at));
  }

  private int closing(int at) {
    int end = closingQuote(at);
    spend(end - at);
    return end;
  }

  private int closingQuote(int at) {
    return Quoted.close(b, b[quote], depth, at, to);
  }
}
