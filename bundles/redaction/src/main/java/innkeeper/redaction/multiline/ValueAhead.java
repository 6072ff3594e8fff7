package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.Container.Held;
import innkeeper.redaction.name.Operator;
import innkeeper.redaction.text.Bytes;

/** What of a value stands on the lines after its name. */
public final class ValueAhead {
  private final NextLine next;

  public ValueAhead(NextLine next) {
    this.next = next;
  }

  /** YAML's sign for a block, and nothing else. */
  public int block(Line line, int at) {
    byte[] b = line.b;
    int i = at + 1;
    while (i < line.to && (b[i] == '-' || b[i] == '+' || Bytes.is(b[i], Bytes.DIGIT))) {
      i++;
    }
    int last = Bytes.skipBlank(b, i, line.to);
    boolean ends = last == line.to || EscapedLines.lineEnd(b, last, line.to) > 0;
    return ends ? last : at;
  }

  /** What stands on the next line: a dump's value, a list's or a mapping's, a word alone. */
  public void expect(Line line, int start, Operator.Kind op, Held list) {
    if (op == Operator.Kind.EQUALS) {
      next.dump();
    } else if (op == Operator.Kind.XML && column(line, start) != start) {
      element(line);
    } else if (column(line, start) == start) {
      next.scalar(line, start, list);
    } else {
      next.lone();
    }
  }

  /** A line that begins with the element's tag. */
  private void element(Line line) {
    if (line.b[Bytes.skipBlank(line.b, line.from, line.to)] == '<') {
      next.element();
    } else {
      next.lone();
    }
  }

  /** Where the name stands if nothing but a list's dash stands before it, else the line's start. */
  public int column(Line line, int start) {
    byte[] b = line.b;
    int first = Bytes.skipBlank(b, line.from, line.to);
    boolean quoted = first + 1 == start && Bytes.is(b[first], Bytes.QUOTE);
    return quoted || first == start || first + 2 == start && b[first] == '-' ? start : line.from;
  }

  /**
   * Whether the value's beginning ends the line, so that it stands on the next ones: {@code Some(},
   * {@code &#123;}, three quotes.
   */
  public boolean goesOn(Line line, int at) {
    byte[] b = line.b;
    byte last = b[line.to - 1];
    int type = Bytes.is(b[at], Bytes.UPPER) ? Bytes.runEnd(b, at, line.to, Bytes.ALPHA) : at;
    if (last == '{' && at == line.to - 1) {
      next.member();
    } else if ((last == '(' || last == '[') && type == line.to - 1) {
      next.scalar(line, Bytes.skipBlank(b, line.from, line.to), Held.NOTHING);
    } else if (Bytes.is(last, Bytes.QUOTE)
        && at == line.to - 3
        && b[at] == last
        && b[at + 1] == last) {
      next.text(last);
    } else {
      return false;
    }
    line.open(at);
    return true;
  }
}
