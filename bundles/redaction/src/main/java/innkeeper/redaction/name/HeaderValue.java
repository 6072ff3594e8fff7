package innkeeper.redaction.name;

import innkeeper.redaction.http.AuthValue;
import innkeeper.redaction.line.Cookies;
import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.value.Values;

/** What follows the name of an Authorization or a cookie header, in any notation. */
public final class HeaderValue {
  /** The next line end that is escaped, if it is near. */
  private static final Pattern LINE_END =
      Values.after("to(16384 (!before(\"\\\\\") \"\\\\\" [nr]))");

  private static final Pattern PARAMETER = Values.before("[?&]");

  private final Value value;
  private Line line;
  private byte[] b;
  private int start;

  public HeaderValue(Value value) {
    this.value = value;
  }

  public int redact(Line l, Kind kind, Operator.Kind op, int keyStart, int end, int at) {
    line = l;
    b = l.b;
    start = keyStart;
    int i = TypedValue.skip(l, at);
    boolean listed = i < line.to && b[i] == '[' && !RedactionMark.at(b, i, line.to);
    if (listed) {
      i++;
    }
    value.read(line, start, i, false);
    boolean quoted = value.quote != 0;
    int limit = quoted || listed ? value.to : end(line, i);
    if (listed && !quoted) {
      limit = listEnd(line, i);
    }
    boolean whole = quoted || listed || op == Operator.Kind.XML;
    int from = quoted ? value.from : i;
    if (from >= limit) {
      return Math.max(end, from);
    }
    line.opens(from, limit);
    if (kind == Kind.AUTHORIZATION) {
      if (op == Operator.Kind.EQUALS && !quoted && PARAMETER.matches(line, start)) {
        limit = value.to;
        whole = true;
      }
      return AuthValue.redact(line, from, limit, whole);
    }
    return Cookies.redact(line, from, limit, quoted, kind == Kind.SET_COOKIE);
  }

  /** The bracket that closes a list; the mark's own does not. */
  public static int listEnd(Line line, int at) {
    int i = line.next(']', at);
    while (i < line.to && i - at >= 9 && RedactionMark.at(line.b, i - 9, line.to)) {
      i = line.next(']', i + 1);
    }
    return i;
  }

  /** Where an unquoted header ends: with the text it stands in. */
  public static int end(Line line, int at) {
    byte[] b = line.b;
    int end = line.textEnd(at);
    if (line.quotes.outer() < 0) {
      return end;
    }
    int escape = LINE_END.match(LineText.ofValue(b, end), at);
    return escape < 0 ? end : escape;
  }
}
