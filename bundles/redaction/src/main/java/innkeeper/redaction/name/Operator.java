package innkeeper.redaction.name;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;

/** What stands between a name and its value. */
public final class Operator {
  public enum Kind {
    NONE,
    EQUALS,
    COLON,
    XML,
    /** {@code --name value}. */
    BLANK,
    /** {@code PASSWORD 'value'}. */
    SQL,
    IS
  }

  private static final String ENCODED = "encoded";
  private static final Pattern NAME_END = Values.after("name-end");
  private static final ByteSet NAME_END_FIRST = NAME_END.first();
  private static final Pattern ENTITY = Values.after("quote-entity");
  private static final Pattern PARAMETER = Values.before("parameter-start");
  private static final Pattern FRAGMENT = Values.after("fragment-parameter");

  private LineText line;
  private byte[] b;
  private int start;
  private int nameEnd;
  private int epoch;
  private Kind kind;
  private int end;
  private int depth;
  private byte quote;
  private boolean spaced;
  private boolean gap;
  private boolean bracketed;
  private boolean parameter;
  private String ends;

  public int end() {
    return end;
  }

  /** Backslashes before the name's quotes, -1 without. */
  public int keyDepth() {
    return depth;
  }

  public byte keyQuote() {
    return quote;
  }

  public boolean keyQuoted() {
    return quote != 0;
  }

  /** Whether blanks stand between operator and value. */
  boolean gap() {
    return gap;
  }

  boolean spaced() {
    return spaced;
  }

  /** The value is percent-encoded as the operator was. */
  public boolean encoded() {
    return ends.equals(ENCODED);
  }

  /** The entity the value is quoted with, or null. */
  public String entity() {
    return ends.startsWith("&") || ends.startsWith("%") ? ends : null;
  }

  /** Whether it is the {@code =} of a query string's or a form's parameter. */
  public boolean parameter() {
    return parameter;
  }

  /**
   * Reads on from the name's end; {@link #end()} is then the first byte of the value. Reading the
   * same again costs nothing.
   */
  public Kind read(LineText l, int keyStart, int keyEnd) {
    if (l != line || l.epoch() != epoch || keyStart != start || keyEnd != nameEnd) {
      epoch = l.epoch();
      nameEnd = keyEnd;
      kind = find(l, keyStart, keyEnd);
      parameter =
          kind == Kind.EQUALS
              && keyStart > l.from
              && (bracketed || PARAMETER.matches(l, keyStart) || FRAGMENT.matches(l, keyStart));
    }
    return kind;
  }

  private Kind find(LineText l, int keyStart, int keyEnd) {
    line = l;
    b = l.b;
    start = keyStart;
    gap = false;
    ends = "";
    int i = closeKey(keyEnd);
    int j = Bytes.skipBlank(b, i, Math.min(l.to, i + 40));
    spaced = j > i;
    if (j < l.to) {
      for (OperatorRow row : OperatorRow.of(quote != 0, spaced, b[j])) {
        end = row.end(l, start, depth, j);
        if (end >= 0) {
          ends = row.ends();
          spaced = spaced || end - j > 1 && Bytes.is(b[end - 2], Bytes.BLANK);
          if (row.kind() != Kind.XML) {
            openValue();
          }
          return row.kind();
        }
      }
    }
    return Kind.NONE;
  }

  /** What may follow a name directly. */
  public static ByteSet followers() {
    return NAME_END_FIRST.or(OperatorRow.first());
  }

  /**
   * Whether what begins at {@code at} is an operator behind any bare name, or begins like one.
   *
   * @param gap whether blanks stand between the name and it
   */
  public static boolean begins(LineText line, int at, boolean gap) {
    for (OperatorRow row : OperatorRow.of(false, gap, line.b[at])) {
      if (row.mayStand(line, at)) {
        return true;
      }
    }
    return false;
  }

  /** Over the name's quote, however it is written, and brackets that close. */
  private int closeKey(int at) {
    if (at >= line.to || !NAME_END_FIRST.has(b[at])) {
      quote = 0;
      depth = -1;
      bracketed = false;
      return at;
    }
    int close = Quoted.open(b, at, line.to);
    quote = close < 0 ? 0 : b[close];
    depth = close < 0 ? -1 : close - at;
    bracketed = Bytes.atIgnoreCase(b, at, line.to, "%5d");
    return Math.max(at, NAME_END.match(line, at));
  }

  /** Over blanks, and over a quote that is written as an entity. */
  private void openValue() {
    int from = end;
    end = Bytes.skipBlank(b, from, Math.min(line.to, from + 64));
    gap = end > from;
    spaced &= gap;
    int value = ENTITY.match(line, end);
    if (value >= 0) {
      ends = new String(b, end, value - end, StandardCharsets.US_ASCII);
      end = value;
    }
  }
}
