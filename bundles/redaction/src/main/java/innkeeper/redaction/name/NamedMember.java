package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** A name and its value that are two members of their own, on a line each. */
public final class NamedMember {
  /** {@code name:}, before the name that is its value. */
  private static final Pattern MEMBER = Values.before("name-member");

  private static final Pattern VALUE = Values.after("member-value");

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
    return Bytes.skipBlank(b, last, line.to) >= line.to && (opens || MEMBER.matches(line, first));
  }

  /** Whether the line is a form's part of that name: {@code form-data; name="password"}. */
  public static boolean ofForm(Line line, int start, int end) {
    byte[] b = line.b;
    int floor = Math.max(line.from, start - 64);
    return Bytes.skipBlank(b, end + 1, line.to) >= line.to
        && Bytes.at(b, start - 6, start, "name=\"")
        && Bytes.indexOfIgnoreCase(b, floor, start, "form-data") >= 0;
  }

  /** Where the value begins in {@code value: x}, {@code "Value": "x"}, {@code <string>x}; or -1. */
  public static int value(byte[] b, int from, int to) {
    return VALUE.match(LineText.ofValue(b, to), from);
  }
}
