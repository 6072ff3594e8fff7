package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** The text of an XML element or of an attribute's quotes, up to the next tag. */
public final class XmlElement {
  private static final String CDATA = "<![CDATA[";

  /** An element that does nothing but hold the value: {@code <Password><Value>x}. */
  private static final Pattern INNER =
      Values.after("'<value>' | '<string>' | '<plaintext>' | '<text>'");

  /** A label's text. */
  private static final Pattern LABEL = Values.after("<alpha{1,24}: noun> \"<\"");

  private static final Pattern CDATA_END = Values.after(".{9} to(8190 \"]]>\")");

  private XmlElement() {}

  /**
   * Reads the text that begins at {@code at}.
   *
   * @param labelled whether the tag only speaks of the name, as a form's {@code <label for="…">}
   */
  public static void read(Line line, int at, boolean labelled, Value value) {
    byte[] b = line.b;
    int first = Math.max(at, INNER.match(line, at));
    value.set('<', 0, first, first);
    if (labelled && LABEL.matches(line, first)) {
      return;
    }
    if (Bytes.at(b, first, line.to, CDATA)) {
      int close = CDATA_END.match(line, first);
      value.set('<', 0, first + CDATA.length(), close < 0 ? line.to : close);
    } else {
      int end = HeaderValue.end(line, first);
      int close = line.next('<', first);
      value.to = close >= end ? first : close;
      line.opensAtEnd(first, close);
    }
  }

  /** Over the tag that closes the element whose whole text the name is, or -1. */
  static int closed(Line line, int start, int end) {
    byte[] b = line.b;
    if (start == line.from || b[start - 1] != '>' || !Bytes.at(b, end, line.to, "</")) {
      return -1;
    }
    return Bytes.runEnd(b, end + 2, line.to, Bytes.TOKEN) + 1;
  }
}
