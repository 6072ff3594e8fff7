package innkeeper.redaction;

/** What dumps write before a value: its type, or a call around it. */
final class Typed {
  private static final String[] CALLS = {
    "Some",
    "String",
    "Just",
    "Ok",
    "Password",
    "PASSWORD",
    "password",
    "MD5",
    "SHA1",
    "SHA2",
    "str",
    "Secret",
    "SecretString",
    "SecretStr"
  };

  private Typed() {}

  /**
   * Over {@code string(9) }, {@code (string) (len=9) }, {@code Some(}, {@code <<}, to the quote.
   */
  static int skip(byte[] b, int at, int to) {
    int i = at;
    if (Bytes.at(b, i, to, "string(")) {
      i = Bytes.runEnd(b, i + 7, to, Bytes.DIGIT);
      i = Bytes.at(b, i, to, ") ") ? i + 2 : at;
    } else if (Bytes.at(b, i, to, "(string) ")) {
      i += 9;
      if (Bytes.at(b, i, to, "(len=")) {
        i = Bytes.runEnd(b, i + 5, to, Bytes.DIGIT);
        i = Bytes.at(b, i, to, ") ") ? i + 2 : at;
      }
    } else if (Bytes.at(b, i, to, "<<")) {
      i += 2;
    } else if (i < to && b[i] == '(') {
      i++;
    } else if (i < to && b[i] == '&') {
      i++;
    } else {
      i = call(b, i, to);
    }
    return i < to && quote(b, i, to) ? i : at;
  }

  private static int call(byte[] b, int at, int to) {
    int end = Bytes.runEnd(b, at, Math.min(to, at + 16), Bytes.WORD);
    if (end == at || end >= to || b[end] != '(') {
      return at;
    }
    for (String name : CALLS) {
      if (name.length() == end - at && Bytes.at(b, at, end, name)) {
        return end + 1;
      }
    }
    return at;
  }

  private static boolean quote(byte[] b, int at, int to) {
    int i = at;
    while (i < to && b[i] == '\\') {
      i++;
    }
    return i < to && Bytes.is(b[i], Bytes.QUOTE);
  }
}
