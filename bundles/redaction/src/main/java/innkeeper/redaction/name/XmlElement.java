package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.WordList;

/** The text of an XML element or of an attribute's quotes, up to the next tag. */
public final class XmlElement {
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
