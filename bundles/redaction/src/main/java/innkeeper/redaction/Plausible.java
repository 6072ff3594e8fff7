package innkeeper.redaction;

/**
 * A closer look at a trigger before its whole line is looked at. It may say yes too often, never no
 * too often; what terminal sequences hide is found by other means.
 */
final class Plausible {
  private static final int NAME = Bytes.WORD | Bytes.DASH | Bytes.DOT;
  private static final int MAX_NAME = 96;

  private Plausible() {}

  static boolean at(Trigger t, byte[] b, int start, int from, int to) {
    return switch (t.kind()) {
      case TOKEN -> token(t, b, start, to);
      case KEY -> key(b, start, start + t.text().length, from, to);
      case USERINFO -> b[start] == '%' || userInfo(b, start + 3, to);
      default -> true;
    };
  }

  private static boolean token(Trigger t, byte[] b, int start, int to) {
    int first = start + t.text().length;
    int min = t.token().min();
    return t.exact(b, start)
        && first + min <= to
        && Bytes.runEnd(b, first, first + min, t.token().alphabet()) == first + min;
  }

  private static boolean userInfo(byte[] b, int at, int to) {
    int i = at;
    while (i < to && b[i] != '@' && b[i] != '/' && (b[i] > ' ' || b[i] < 0)) {
      i++;
    }
    return i == to || b[i] == '@';
  }

  /** Whether something like an operator follows the name. */
  private static boolean key(byte[] b, int start, int stem, int from, int to) {
    int end = Bytes.runEnd(b, stem - 1, Math.min(to, stem + MAX_NAME), NAME);
    if (end >= to) {
      return false;
    }
    byte c = b[end];
    if (c != ' ' && c != '\t') {
      if (c == ']') {
        return end + 1 < to && "=]\"'".indexOf(b[end + 1]) >= 0;
      }
      return "=:\"'\\>%`&".indexOf(c) >= 0 || c == ',' && b[end - 1] == '"';
    }
    int next = Bytes.skipBlank(b, end, Math.min(to, end + 40));
    if (next >= to || b[next] == '\n') {
      return false;
    }
    return "=:->\"'\\%,".indexOf(b[next]) >= 0
        || Bytes.at(b, next, to, "is")
        || Bytes.atIgnoreCase(b, next, to, "set to")
        || Bytes.at(b, next, to, "hash")
        || Bytes.at(b, next, to, "value")
        || Bytes.at(b, next, to, "digest")
        || Bytes.atIgnoreCase(b, next, to, "by ")
        || Bytes.atIgnoreCase(b, next, to, "with ")
        || blank(b, start, from);
  }

  /** Where a blank is the operator: {@code --name x}, {@code requirepass x}, .netrc. */
  private static boolean blank(byte[] b, int start, int from) {
    int name = Bytes.runStart(b, Math.max(from, start - MAX_NAME), start, NAME);
    if (b[name] == '-' || b[start] == 'r' || b[start] == 'm') {
      return true;
    }
    int first = name;
    while (first > from && (b[first - 1] == ' ' || b[first - 1] == '\t')) {
      first--;
    }
    return first == from
        || b[first - 1] == '\n'
        || Bytes.indexOfIgnoreCase(b, Math.max(from, name - 96), name, "login ") >= 0;
  }
}
