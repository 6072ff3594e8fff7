package innkeeper.redaction.name;

import innkeeper.redaction.text.Bytes;

/** What dumps write before a value: its type, or a call around it. */
public final class TypedValue {
  /** Calls of small letters that make a value; those of capitals are types'. */
  private static final String[] CALLS = {"password", "str", "string", "bytes", "some"};

  /** What a call of capitals begins with that fetches a value by its name. */
  private static final String[] FETCHES = {
    "get", "load", "read", "find", "fetch", "env", "decrypt", "resolve", "lookup", "require", "must"
  };

  private TypedValue() {}

  /**
   * Over {@code string(9) }, {@code (string) (len=9) }, {@code Some(}, {@code <<}, to the quote.
   */
  public static int skip(byte[] b, int at, int to) {
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
    } else if (Bytes.at(b, i, to, "[]string{") || Bytes.at(b, i, to, "[String: ")) {
      i += 9;
    } else if (i < to && b[i] == '(') {
      i++;
    } else if (i < to && b[i] == '&') {
      i++;
    } else {
      i = call(b, i, to);
    }
    return i < to && quote(b, i, to) ? i : at;
  }

  /** {@code Some("x")}, {@code SecretString::new("x")}; not {@code GetSecret("name")}. */
  private static int call(byte[] b, int at, int to) {
    int bound = Math.min(to, at + 48);
    int end = Bytes.runEnd(b, at, bound, Bytes.WORD);
    int name = end;
    while (end > at && Bytes.at(b, end, bound, "::")) {
      end = Bytes.runEnd(b, end + 2, bound, Bytes.WORD);
    }
    if (name == at || end >= to || b[end] != '(') {
      return at;
    }
    if (Bytes.is(b[at], Bytes.UPPER)) {
      for (String verb : FETCHES) {
        if (Bytes.atIgnoreCase(b, at, name, verb)) {
          return at;
        }
      }
      return end + 1;
    }
    for (String call : CALLS) {
      if (call.length() == name - at && Bytes.at(b, at, name, call)) {
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
