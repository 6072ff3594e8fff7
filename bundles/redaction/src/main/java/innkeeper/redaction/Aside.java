package innkeeper.redaction;

/** Words that may stand between a name and its value. */
final class Aside {
  private Aside() {}

  /** {@code password hash: x}: where the value begins, or -1. */
  static int hashWord(Line line, int at) {
    byte[] b = line.b;
    int word = Bytes.runEnd(b, at, Math.min(line.to, at + 9), Bytes.ALPHA);
    if (word == at || word >= line.to || b[word] != ':' && b[word] != '=') {
      return -1;
    }
    boolean known =
        Bytes.atIgnoreCase(b, at, word, "hash")
            || Bytes.atIgnoreCase(b, at, word, "provided")
            || Bytes.atIgnoreCase(b, at, word, "value")
            || Bytes.atIgnoreCase(b, at, word, "digest");
    return known ? word + 1 : -1;
  }

  /** {@code <add key="password" value="x"/>}, {@code "password" { default = "x" }}. */
  static int attribute(Line line, int at) {
    byte[] b = line.b;
    if (Bytes.at(b, at, line.to, "{ default = ")) {
      return at + 12;
    }
    if (!Bytes.atIgnoreCase(b, at, line.to, "value")) {
      return -1;
    }
    int i = Bytes.skipBlank(b, at + 5, line.to);
    return i < line.to && b[i] == '=' ? i + 1 : -1;
  }
}
