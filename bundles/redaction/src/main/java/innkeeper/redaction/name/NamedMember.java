package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;

/** A name and its value that are two members of their own, on a line each. */
public final class NamedMember {
  private static final String[] NAMES = {"name", "key"};
  private static final String[] VALUES = {"value", "default", "string", "secretstring"};

  private NamedMember() {}

  /**
   * Whether the line ends in a name that says of the next ones that one holds its value: {@code
   * name: DB_PASSWORD}, {@code "Name": "db_password",}, {@code <key>password</key>}, {@code
   * variable "db_password" &#123;}.
   */
  public static boolean named(Line line, int start, int end) {
    byte[] b = line.b;
    int tag = XmlElement.closed(line, start, end);
    if (tag > 0) {
      return Bytes.skipBlank(b, tag, line.to) >= line.to;
    }
    int first = start;
    int last = end;
    boolean quoted = start > line.from && Bytes.is(b[start - 1], Bytes.QUOTE);
    if (quoted) {
      first--;
      last = last < line.to && b[last] == b[first] ? last + 1 : last;
    }
    last = Bytes.skipBlank(b, last, line.to);
    boolean opens = quoted && last < line.to && b[last] == '{' && last > end + 1;
    last += last < line.to && (b[last] == ',' && quoted || opens) ? 1 : 0;
    return Bytes.skipBlank(b, last, line.to) >= line.to && (opens || member(line, first));
  }

  /** Whether the line is a form's part of that name: {@code form-data; name="password"}. */
  public static boolean ofForm(Line line, int start, int end) {
    byte[] b = line.b;
    int floor = Math.max(line.from, start - 64);
    return Bytes.skipBlank(b, end + 1, line.to) >= line.to
        && Bytes.at(b, start - 6, start, "name=\"")
        && Bytes.indexOfIgnoreCase(b, floor, start, "form-data") >= 0;
  }

  /** Whether {@code name:} stands before. */
  private static boolean member(Line line, int at) {
    byte[] b = line.b;
    int i = Bytes.runStart(b, line.from, at, Bytes.BLANK);
    if (i == line.from || b[i - 1] != ':' && b[i - 1] != '=') {
      return false;
    }
    i = Bytes.runStart(b, line.from, i - 1, Bytes.BLANK | Bytes.QUOTE);
    for (String name : NAMES) {
      int from = i - name.length();
      if (from >= line.from && Bytes.atIgnoreCase(b, from, i, name) && line.wordStart(from)) {
        return true;
      }
    }
    return false;
  }

  /** Where the value begins in {@code value: x}, {@code "Value": "x"}, {@code <string>x}; or -1. */
  public static int value(byte[] b, int from, int to) {
    boolean tag = b[from] == '<';
    int start = tag || Bytes.is(b[from], Bytes.QUOTE) ? from + 1 : from;
    int end = Bytes.runEnd(b, start, to, Bytes.WORD);
    if (end >= to) {
      return -1;
    }
    for (String name : VALUES) {
      if (name.length() == end - start && Bytes.atIgnoreCase(b, start, end, name)) {
        return tag ? b[end] == '>' ? end + 1 : -1 : sign(b, end, to);
      }
    }
    return -1;
  }

  private static int sign(byte[] b, int end, int to) {
    int i = Bytes.runEnd(b, end, to, Bytes.QUOTE | Bytes.BLANK);
    return i < to && (b[i] == ':' || b[i] == '=') ? Bytes.skipBlank(b, i + 1, to) : -1;
  }
}
