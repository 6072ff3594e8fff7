package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.TypedValue;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** Values on the next line of a text whose line ends are escaped, as inside of JSON. */
public final class EscapedLines {
  private static final Pattern LINE_END = Values.after("escaped-line-end");

  private EscapedLines() {}

  /** Where the next line begins if an escaped line end stands here, else -1. */
  public static int lineEnd(byte[] b, int at, int to) {
    return LINE_END.match(LineText.ofValue(b, to), at);
  }

  /** One word, further in than its name, or a dump's value; returns where to go on. */
  public static int scalar(Line l, int at, boolean secret) {
    byte[] b = l.b;
    int start = lineEnd(b, at, l.to);
    int first = Bytes.skipBlank(b, start, l.to);
    int from = TypedValue.skip(l, first);
    int quote = Quoted.open(b, from, l.to);
    if (from > first && quote >= 0) {
      int close = Quoted.close(b, quote, from, l.to);
      l.opensAtEnd(from, close);
      if (secret) {
        l.hideValue(quote + 1, close);
      }
      return close;
    }
    int to = l.wordEnd(first);
    l.opensAtEnd(first, to);
    boolean alone = to == l.to || b[to] == '\\' || b[to] == '"';
    if (secret && alone && first > start && NextLine.word(b, first, to)) {
      l.hideValue(first, to);
      return to;
    }
    return start;
  }

  /** All lines that are further in than the name at {@code key}. */
  public static int block(Line l, int key, int at) {
    byte[] b = l.b;
    int column = key - Bytes.runStart(b, l.from, key, Bytes.BLANK);
    int start = lineEnd(b, at, l.to);
    while (start > 0) {
      int from = Bytes.skipBlank(b, start, l.to);
      int to = from;
      while (to < l.to && b[to] != '\\' && b[to] != '"') {
        to++;
      }
      l.opensAtEnd(from, to);
      if (from - start <= column || from == to) {
        return start;
      }
      if (!ValueCheck.sentence(b, from, to)) {
        l.hideValue(from, to);
      }
      int next = lineEnd(b, to, l.to);
      if (next < 0) {
        return to;
      }
      start = next;
    }
    return at;
  }
}
