package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.multiline.NextLine.Wait;
import innkeeper.redaction.name.Container.Held;
import innkeeper.redaction.name.Operator;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** What of a value stands on the lines after its name. */
public final class ValueAhead {
  private static final Pattern BLOCK = Values.after(". [-+{digit}]* space* &($ | \"\\\\\"+ [nr])");

  private static final Pattern GIVEN = Values.before("given-before");
  private static final Pattern SAID =
      Values.after("word-byte+ [^:\"]{0,64} before(' is') \":\" space* $");

  private final NextLine next;

  public ValueAhead(NextLine next) {
    this.next = next;
  }

  /** YAML's sign for a block, and nothing else. */
  public int block(Line line, int at) {
    return Math.max(at, BLOCK.match(line, at));
  }

  /** What stands on the next line: a dump's value, a list's or a mapping's, a word alone. */
  public void expect(Line line, int start, Operator.Kind op, Held list) {
    if (op == Operator.Kind.EQUALS) {
      // What follows says its type.
      next.expect(Wait.SCALAR, Integer.MAX_VALUE);
    } else if (column(line, start) == start) {
      next.expect(Wait.SCALAR, start - line.from, list, false);
    } else {
      byte first = line.b[Bytes.skipBlank(line.b, line.from, line.to)];
      next.expect(op == Operator.Kind.XML && first == '<' ? Wait.ELEMENT : lone(line, start));
    }
  }

  /** A password that was made or given out is any word; a prompt says nothing of the next line. */
  public Wait lone(Line line, int start) {
    return GIVEN.matches(line, start) || SAID.matches(line, start) ? Wait.WORD : Wait.LONE;
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
      next.expect(Wait.MEMBER);
    } else if ((last == '(' || last == '[') && type == line.to - 1) {
      next.expect(Wait.SCALAR, Bytes.skipBlank(b, line.from, line.to) - line.from);
    } else if (Bytes.is(last, Bytes.QUOTE)
        && at == line.to - 3
        && b[at] == last
        && b[at + 1] == last) {
      next.expect(Wait.TEXT, last);
    } else {
      return false;
    }
    line.open(at);
    return true;
  }
}
