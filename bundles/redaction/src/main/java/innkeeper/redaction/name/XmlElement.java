package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.WordList;

/** The text of an XML element or of an attribute's quotes, up to the next tag. */
public final class XmlElement {
  private static final int NAME = Bytes.TOKEN | Bytes.DOT;
  private static final String[] INNER = {"<value>", "<string>", "<plaintext>", "<text>"};

  private XmlElement() {}

  /**
   * Reads the text that begins at {@code at}.
   *
   * @param labelled whether the tag only speaks of the name, as a form's {@code <label for="…">}
   */
  public static void read(Line line, int at, boolean labelled, Value value) {
    byte[] b = line.b;
    value.quote = '<';
    value.depth = 0;
    int first = inner(line, at);
    value.from = first;
    int word = Bytes.runEnd(b, first, line.to, Bytes.ALPHA);
    if (labelled
        && WordList.is(b, first, word, WordList.NOUN.bit)
        && word < line.to
        && b[word] == '<') {
      // A label's text.
      value.to = first;
      return;
    }
    if (Bytes.at(b, first, line.to, "<![CDATA[")) {
      value.from = first + 9;
      int bound = Math.min(line.to, value.from + 8192);
      int close = Bytes.indexOfIgnoreCase(b, value.from, bound, "]]>");
      value.to = close < 0 ? line.to : close;
    } else {
      int end = HeaderValue.end(line, first);
      int close = line.next('<', first);
      value.to = close >= end ? first : close;
      if (close == line.to) {
        line.open(first);
      }
    }
  }

  /** Whether the name at {@code start} opens an element, in a name space or not. */
  static boolean named(Line line, int start) {
    byte[] b = line.b;
    int i = Bytes.runStart(b, Math.max(line.from, start - 64), start, NAME);
    if (i > line.from && b[i - 1] == ':') {
      i = Bytes.runStart(b, Math.max(line.from, i - 65), i - 1, NAME);
    }
    return i > line.from && b[i - 1] == '<';
  }

  /** Over the attributes at {@code at} of a tag that opens, or -1. */
  static int opened(Line line, int at) {
    byte[] b = line.b;
    int sign = Bytes.runEnd(b, at, line.to, NAME);
    sign = Bytes.at(b, sign, line.to, ":") ? Bytes.runEnd(b, sign + 1, line.to, NAME) : sign;
    int close = line.next('>', at);
    boolean attribute = sign > at && sign < line.to && b[sign] == '=';
    boolean text = attribute && close < line.to && b[close - 1] != '/';
    return text && close - at < 512 ? close + 1 : -1;
  }

  /**
   * {@code <name>password</name><value>x</value>}, {@code <key>password</key><string>x}: where the
   * value begins, or -1.
   */
  static int sibling(Line line, int start, int at) {
    byte[] b = line.b;
    int i = closed(line, start, at);
    i = i < 0 ? i : Bytes.skipBlank(b, i, line.to);
    boolean value =
        i >= 0
            && (Bytes.atIgnoreCase(b, i, line.to, "<value>")
                || Bytes.at(b, i, line.to, "<string>"));
    return value ? Bytes.next(b, i, line.to, '>') + 1 : -1;
  }

  /** Over the tag that closes the element whose whole text the name is, or -1. */
  static int closed(Line line, int start, int end) {
    byte[] b = line.b;
    if (start == line.from || b[start - 1] != '>' || !Bytes.at(b, end, line.to, "</")) {
      return -1;
    }
    return Bytes.runEnd(b, end + 2, line.to, Bytes.TOKEN) + 1;
  }

  /** Over an element that does nothing but hold the value: {@code <Password><Value>x}. */
  private static int inner(Line line, int at) {
    for (String tag : INNER) {
      if (Bytes.atIgnoreCase(line.b, at, line.to, tag)) {
        return at + tag.length();
      }
    }
    return at;
  }
}
