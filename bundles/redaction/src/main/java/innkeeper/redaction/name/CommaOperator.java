package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.Operator.Kind;
import innkeeper.redaction.text.Bytes;

/** A comma between a name and its value: calls, tuples, lists of arguments, members. */
final class CommaOperator {
  private Line line;
  private byte[] b;
  private int start;
  private int depth;
  private byte quote;
  private int end;

  /** First byte of the value, or of what stands before it. */
  int end() {
    return end;
  }

  /** Reads on from the comma at {@code at}, after a name at {@code keyStart} in these quotes. */
  Kind read(Line l, int keyStart, byte keyQuote, int keyDepth, int at) {
    line = l;
    b = l.b;
    start = keyStart;
    quote = keyQuote;
    depth = keyDepth;
    end = at + 1;
    return comma(at);
  }

  /** {@code ("name", "value")}, {@code "--name","value"}, {@code "name":"X","value":"y"}. */
  private Kind comma(int at) {
    int next = Bytes.skipBlank(b, at + 1, line.to);
    if (quote == 0) {
      return bareComma(next);
    }
    if (Bytes.at(b, next, line.to, "Value:")) {
      end = next + 6;
      return Kind.COLON;
    }
    if (Bytes.at(b, next, line.to, "value=")) {
      // A cookie, as Python shows it.
      end = next + 6;
      return Kind.EQUALS;
    }
    int q = next < line.to && b[next] == 'b' ? next + 1 : next;
    while (q < line.to && b[q] == '\\') {
      q++;
    }
    if (q >= line.to || !Bytes.is(b[q], Bytes.QUOTE)) {
      return Kind.NONE;
    }
    if (Bytes.atIgnoreCase(b, q + 1, line.to, "value")) {
      int i = Bytes.runEnd(b, q + 6, line.to, Bytes.QUOTE);
      while (i < line.to && (b[i] == '\\' || Bytes.is(b[i], Bytes.QUOTE | Bytes.BLANK))) {
        i++;
      }
      if (i < line.to && b[i] == ':') {
        end = i + 1;
        return Kind.COLON;
      }
    }
    int before = start - 2 - depth;
    before -= before > line.from && b[before] == 'b' ? 1 : 0;
    while (before > line.from && b[before] == ' ') {
      before--;
    }
    boolean tuple = before >= line.from && (b[before] == '(' || b[before] == '[');
    end = next;
    return (b[start] == '-' || tuple || header(q)) && !member(q) ? Kind.EQUALS : Kind.NONE;
  }

  /**
   * A header's name and value side by side in a list, {@code 'x-api-key', 'a1b2c3'}, as Node has
   * its raw ones; {@code q} is the second's quote. Lists of names alone stay.
   */
  private boolean header(int q) {
    int from = q + 1;
    int to = Bytes.next(b, from, line.to, (char) b[q]);
    line.opens(from, to + 1);
    int name = Bytes.runEnd(b, start, line.to, Bytes.TOKEN);
    boolean named =
        Bytes.indexOf(b, start, name, '-') >= 0
            || Bytes.atIgnoreCase(b, start, name, "cookie")
            || Bytes.atIgnoreCase(b, start, name, "authorization");
    boolean another =
        Bytes.atIgnoreCase(b, from, to, "x-") && Bytes.runEnd(b, from, to, Bytes.TOKEN) == to;
    boolean valued = Bytes.indexOf(b, from, to, '=') > 0;
    for (int i = from; i < to && !valued; i++) {
      valued = Bytes.is(b[i], Bytes.DIGIT);
    }
    return named && valued && !another;
  }

  /** {@code name: X, value:y}, Erlang's {@code {name, "x"}}, {@code [app, --name, x]}. */
  private Kind bareComma(int next) {
    end = next + 6;
    if (Bytes.at(b, next, line.to, "value:") && Bytes.at(b, start - 6, line.to, "name: ")) {
      return Kind.COLON;
    }
    end = next;
    if (start == line.from || next >= line.to) {
      return Kind.NONE;
    }
    byte before = b[start - 1];
    boolean atom = before == ':' && start - 2 >= line.from && b[start - 2] == '{';
    if (before == '{' || atom) {
      int q = Bytes.at(b, next, line.to, "<<") ? next + 2 : next;
      while (q < line.to && b[q] == '\\') {
        q++;
      }
      return q < line.to && b[q] == '"' ? Kind.EQUALS : Kind.NONE;
    }
    return Bytes.at(b, start, line.to, "--") && b[next] != '-' && before == ' '
        ? Kind.BLANK
        : Kind.NONE;
  }

  /** Whether the quoted string that begins here is a member's name, not a value. */
  private boolean member(int at) {
    int close = at + 1;
    while (close < line.to && b[close] != b[at]) {
      close++;
    }
    return close + 1 < line.to && b[close + 1] == ':';
  }
}
