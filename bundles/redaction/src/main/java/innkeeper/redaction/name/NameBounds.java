package innkeeper.redaction.name;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** Where the name that a trigger stands in begins and ends. */
public final class NameBounds {
  private static final int IDENTIFIER = Bytes.WORD | Bytes.DASH | Bytes.DOT;
  private static final int MAX_NAME = 96;

  /** The rest of a colour, of an escape or of a percent code, behind its first byte. */
  private static final Pattern ESCAPE = Values.after("escape-rest");

  /** As many dots as no ellipsis has. */
  private static final String LEADER = "......";

  /** First byte of the name. */
  public int start;

  /** After the last byte of the name. */
  public int end;

  /**
   * Finds the whole name around {@code at}; nothing of an escape, a percent code or a terminal
   * sequence is in it.
   *
   * @return whether there is a name
   */
  public boolean around(LineText line, int at) {
    byte[] b = line.b;
    int floor = Math.max(line.from, at - MAX_NAME);
    start = Bytes.runStart(b, floor, at, IDENTIFIER);
    end = Bytes.runEnd(b, at, Math.min(line.to, at + MAX_NAME), IDENTIFIER);
    if (start == floor && floor > line.from) {
      // Of a longer name the last words count.
      while (start < at && Bytes.is(b[start], Bytes.ALNUM)) {
        start++;
      }
      start++;
    }
    if (start > at || end - at >= MAX_NAME) {
      return false;
    }
    if (start > line.from && "[\\%".indexOf(b[start - 1]) >= 0) {
      start = Math.max(start, ESCAPE.match(line, start));
    }
    int leader = Bytes.indexOf(b, at, end, '.');
    if (leader > at && Bytes.at(b, leader, end, LEADER)) {
      // A table's dots lead to the value.
      end = leader;
    }
    while (end > at && (b[end - 1] == '.' || b[end - 1] == '-')) {
      end--;
    }
    return start <= at && at < end;
  }
}
