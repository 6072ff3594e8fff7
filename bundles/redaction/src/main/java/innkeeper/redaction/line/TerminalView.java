package innkeeper.redaction.line;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/**
 * A line as its reader sees it: without terminal sequences (raw or spelled out in JSON), without
 * carriage returns in the middle and zero bytes, with overprinting done. So a text in UTF-16 reads
 * as one in Latin-1.
 */
public final class TerminalView {
  /** ECMA-48 and xterm: as it is, or spelled. */
  private static final Pattern SEQUENCE =
      Values.after(
          "\"\\e\" (\"[\" [\\x20-\\x3f]* [\\x40-\\x7f]? | \"]\" [^\\x07\\x1b]* (\"\\e\" .? | .)?"
              + " | [\\x20-\\x7e])? | spelled-sequence");

  private byte[] bytes = new byte[0];
  private int[] origins = new int[0];
  private int length;
  private int unfinished;
  private int lineEnd;

  /** Whether the line has a byte that a reader does not see as it stands. */
  public static boolean needed(byte[] b, int from, int to) {
    int i = from;
    while (i + 8 <= to) {
      long x = (long) Bytes.LONG.get(b, i);
      long found =
          Bytes.equal(x, 0x1b) | Bytes.equal(x, '\b') | Bytes.equal(x, '\r') | Bytes.equal(x, 0);
      if (found != 0 && hides(b, i + (Long.numberOfTrailingZeros(found) >>> 3), to)) {
        return true;
      }
      i += 8;
    }
    while (i < to && !hides(b, i, to)) {
      i++;
    }
    return i < to;
  }

  /** Whether a reader does not see it; a carriage return at the line's end is a part of its end. */
  public static boolean hides(byte[] b, int at, int to) {
    return b[at] == 0x1b || b[at] == '\b' || b[at] == 0 || b[at] == '\r' && at + 1 < to;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  /** Where the byte of the view stands in the line. */
  public int origin(int at) {
    return origins[at];
  }

  /**
   * After the byte of the line that the view's byte before {@code at} stands for; a zero byte that
   * makes one character of both goes along.
   */
  public int end(byte[] b, int at) {
    int end = origins[at - 1] + 1;
    boolean shown = at < length && origins[at] == end;
    return end < lineEnd && b[end] == 0 && !shown ? end + 1 : end;
  }

  /** Start of a sequence the line ends in, or the line's end. */
  public int unfinished() {
    return unfinished;
  }

  public void of(byte[] b, int from, int to) {
    int n = to - from;
    if (bytes.length < n || bytes.length > 4 * n + 16384) {
      bytes = new byte[n + 64];
      origins = new int[n + 64];
    }
    length = 0;
    lineEnd = to;
    unfinished = to;
    LineText line = LineText.ofValue(b, to);
    boolean value = false;
    int i = from;
    while (i < to) {
      byte c = b[i];
      int next = i;
      switch (c) {
        case 0x1b, '\\' -> next = Math.max(i, SEQUENCE.match(line, i));
        case '\r' -> next = i + 1;
        case '\b' -> {
          length = Math.max(0, length - 1);
          next = i + 1;
        }
        case 0 -> {
          int name = Bytes.runEnd(b, i + 1, to, Bytes.WORD);
          unfinished = name == to ? Math.min(unfinished, i) : unfinished;
          // A dump of an environment has one between its variables.
          boolean part = value && name > i + 1 && Bytes.at(b, name, to, "=");
          value &= !part;
          next = part ? i : i + 1;
        }
        default -> value |= c == '=';
      }
      if (next == to && c == 0x1b) {
        unfinished = Math.min(unfinished, i);
      }
      if (next == i) {
        bytes[length] = c;
        origins[length] = i;
        length++;
        next = i + 1;
      }
      i = next;
    }
  }
}
