package innkeeper.redaction;

/**
 * Options that tell a password whatever the program is, by what stands beside them: {@code -u bob
 * -p x}, {@code -D cn=admin -w x}, {@code --user bob:x}.
 */
final class Login {
  private static final String[] USERS = {
    "-u", "-U", "-l", "-user", "--user", "--username", "-username"
  };

  private Login() {}

  /** Looks at the option whose first byte, a blank, is at {@code at}. */
  static int verify(Line l, int at, int from) {
    byte[] b = l.b;
    int to = value(l, from);
    if (b[at + 1] == '-' && b[at + 2] == '-') {
      return pair(l, from, to);
    }
    int start = from;
    int end = to;
    if (start < end && Bytes.is(b[start], Bytes.QUOTE) && b[end - 1] == b[start]) {
      start++;
      end--;
    }
    boolean named = b[at + 2] == 'p' ? user(l, at) || follows(l, to) : bound(l, at);
    if (!named
        || start >= end
        || b[start] == '-'
        || Bytes.runEnd(b, start, end, Bytes.DIGIT | Bytes.DOT | Bytes.DASH) == end
        || Bytes.is(b[start], Bytes.DIGIT) && Bytes.indexOf(b, start, end, ':') > 0
        || Judge.placeholder(b, start, end)) {
      return from;
    }
    l.secret(start, end);
    return end;
  }

  private static int value(Line l, int from) {
    int quote = from < l.to && Bytes.is(l.b[from], Bytes.QUOTE) ? l.b[from] : 0;
    int to = quote == 0 ? l.wordEnd(from) : Bytes.next(l.b, from + 1, l.to, (char) quote);
    to = quote == 0 ? to : Math.min(l.to, to + 1);
    l.opens(from, to);
    return to;
  }

  /** {@code --user bob:x}; numbers are a user's and a group's. */
  private static int pair(Line l, int from, int to) {
    byte[] b = l.b;
    int start = from < to && Bytes.is(b[from], Bytes.QUOTE) ? from + 1 : from;
    int end = start > from && b[to - 1] == b[from] ? to - 1 : to;
    int colon = Bytes.runEnd(b, start, end, Bytes.TOKEN | Bytes.DOT);
    if (colon == start || colon >= end || b[colon] != ':') {
      return from;
    }
    if (!Shape.password(b, colon + 1, end) || Judge.placeholder(b, colon + 1, end)) {
      return from;
    }
    l.secret(colon + 1, end);
    return end;
  }

  /** Whether {@code -u name} stands directly before. */
  private static boolean user(Line l, int at) {
    int name = back(l, at);
    int option = back(l, name - 1);
    return option > l.from && name > option && option(l, option, name);
  }

  /** Whether {@code -u name} stands directly behind. */
  private static boolean follows(Line l, int to) {
    int option = Bytes.skipBlank(l.b, to, l.to);
    int name = l.wordEnd(option);
    if (name + 1 >= l.to) {
      l.open(Math.max(l.from, back(l, to)));
    }
    return option > to && name + 1 < l.to && l.b[name] == ' ' && option(l, option, name + 1);
  }

  private static boolean option(Line l, int option, int name) {
    for (String user : USERS) {
      boolean blank = name - 1 == option + user.length();
      if (blank && Bytes.at(l.b, option, l.to, user) && l.b[name] != '-') {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code -D name=} stands somewhere before: a directory's name that binds. */
  private static boolean bound(Line l, int at) {
    int floor = Math.max(l.from, at - 256);
    for (int i = at - 1; i > floor; i--) {
      if (l.b[i] == 'D' && Bytes.at(l.b, i - 2, l.to, " -D ")) {
        return Bytes.indexOf(l.b, i, at, '=') > 0;
      }
    }
    return false;
  }

  /** Where the word begins that ends at {@code end}. */
  private static int back(Line l, int end) {
    int floor = Math.max(l.from, end - 64);
    int i = end;
    while (i > floor && l.b[i - 1] > ' ') {
      i--;
    }
    return i;
  }
}
