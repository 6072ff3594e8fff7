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

  private static final Pattern END = Values.after("space* $");
  private static final Pattern QUOTED_END = Values.after("quote? space* \",\"? space* $");
  private static final Pattern OPENS = Values.after("quote space+ \"{\" space* $");

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
    if (start == line.from || !Bytes.is(b[start - 1], Bytes.QUOTE)) {
      return END.matches(line, end) && MEMBER.matches(line, start);
    }
    return OPENS.matches(line, end)
        || QUOTED_END.matches(line, end) && MEMBER.matches(line, start - 1);
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
