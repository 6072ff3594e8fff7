package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;

/** Words that may stand between a name and its value. */
final class WordsBetween {
  private static final String[] SAID = {"hash", "provided", "value", "digest"};

  private WordsBetween() {}

  /** {@code password hash: x}: where the value begins, or -1. */
  static int hashWord(Line line, int at) {
    byte[] b = line.b;
    int word = Bytes.runEnd(b, at, Math.min(line.to, at + 9), Bytes.ALPHA);
    if (word == at || word >= line.to || b[word] != ':' && b[word] != '=') {
      return -1;
    }
    boolean known = false;
    for (String said : SAID) {
      known |= said.length() == word - at && Bytes.atIgnoreCase(b, at, word, said);
    }
    return known ? word + 1 : -1;
  }

  /** {@code <add key="password" value="x"/>}, {@code "password" { default = "x" }}. */
  static int attribute(Line line, int at) {
    byte[] b = line.b;
    int word = b[at] == '{' ? Bytes.skipBlank(b, at + 1, line.to) : at;
    int end = Bytes.runEnd(b, word, line.to, Bytes.ALPHA);
    boolean known =
        Bytes.atIgnoreCase(b, word, end, "value")
            || Bytes.atIgnoreCase(b, word, end, "content")
            || word > at && Bytes.atIgnoreCase(b, word, end, "default");
    if (!known) {
      return -1;
    }
    int i = Bytes.skipBlank(b, end, line.to);
    return i < line.to && b[i] == '=' ? i + 1 : -1;
  }
}
