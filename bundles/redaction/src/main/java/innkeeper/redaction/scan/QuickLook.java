package innkeeper.redaction.scan;

import innkeeper.redaction.http.UserInfo;
import innkeeper.redaction.name.KeyName;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.text.Bytes;

/**
 * A closer look at a trigger before its whole line is looked at. It may say yes too often, never no
 * too often; what terminal sequences hide is found by other means.
 */
public final class QuickLook {
  private static final int NAME = Bytes.WORD | Bytes.DASH | Bytes.DOT;
  private static final int MAX_NAME = 96;

  private QuickLook() {}

  public static boolean at(RuleEntry e, Trigger t, LineText line, int start) {
    byte[] b = line.b;
    int end = start + t.length();
    return switch (e.kind()) {
      case ROW -> e.rule().plausible(line, start, end);
      case NAME -> key(b, start, end, line.from, line.to);
      case USERINFO -> b[start] == '%' || userInfo(b, start, line.from, line.to);
      case SCHEME -> scheme(t, b, start, line.to);
      default -> true;
    };
  }

  private static boolean userInfo(byte[] b, int start, int from, int to) {
    boolean colon = false;
    boolean beyond = false;
    int i = start + 3;
    while (i < to && b[i] != '@' && (b[i] > ' ' || b[i] < 0)) {
      if (b[i] == '/') {
        beyond = beyond || colon && UserInfo.noPort(b, start + 3, i);
        if (!beyond || UserInfo.far(b, start + 3, i)) {
          break;
        }
      }
      colon |= b[i] == ':';
      i++;
    }
    boolean web = start > from && ((b[start - 1] | 0x20) == 's' || (b[start - 1] | 0x20) == 'p');
    return i == to || b[i] == '@' && (colon || web);
  }

  /** Whether credentials may follow the scheme. */
  private static boolean scheme(Trigger t, byte[] b, int start, int to) {
    int from = Bytes.skipBlank(b, start + t.text().length, to);
    byte first = t.text()[0];
    if (first == 'd') {
      int name = Bytes.runEnd(b, from, to, Bytes.TOKEN);
      return name > from && (name == to || b[name] == '=');
    }
    int alphabet = Bytes.BASE64_ANY | Bytes.DOT | Bytes.TILDE;
    return first == 'a' || Bytes.runEnd(b, from, Math.min(to, from + 6), alphabet) == from + 6;
  }

  /** Whether something like an operator follows the name. */
  private static boolean key(byte[] b, int start, int stem, int from, int to) {
    int end = Bytes.runEnd(b, stem - 1, Math.min(to, stem + MAX_NAME), NAME);
    int dot = Bytes.next(b, stem, end, '.');
    if (Bytes.at(b, dot, end, "......")) {
      return true;
    }
    if (end >= to) {
      return named(b, start, from);
    }
    byte c = b[end];
    if (!worthy(b, start, stem, end, from, to)) {
      return false;
    }
    if (c != ' ' && c != '\t') {
      if (c == ']') {
        return end + 1 < to && "=:]\"' ".indexOf(b[end + 1]) >= 0;
      }
      return "=:\"'\\>%`&".indexOf(c) >= 0 || rare(b, start, end, from, to);
    }
    int next = Bytes.skipBlank(b, end, Math.min(to, end + 40));
    if (next >= to || b[next] == '\n') {
      return named(b, start, from);
    }
    return "=:->\"'\\%,|.".indexOf(b[next]) >= 0
        || prose(b, start, next, to)
        || Bytes.atIgnoreCase(b, next, to, "xsi:")
        || Bytes.atIgnoreCase(b, next, to, "xmlns")
        || Bytes.atIgnoreCase(b, next, to, "type=")
        || Bytes.at(b, next, to, "is")
        || Bytes.atIgnoreCase(b, next, to, "set to")
        || Bytes.at(b, next, to, "hash")
        || Bytes.at(b, next, to, "value")
        || Bytes.at(b, next, to, "provided")
        || Bytes.at(b, next, to, "digest")
        || Bytes.atIgnoreCase(b, next, to, "by ")
        || Bytes.atIgnoreCase(b, next, to, "with ")
        || blank(b, start, from);
  }

  /** What follows a name directly now and then. */
  private static boolean rare(byte[] b, int start, int end, int from, int to) {
    int next = end + 1 < to ? b[end + 1] : 0;
    return switch (b[end]) {
      case ',' ->
          Bytes.at(b, end, to, ", value:")
              || next == '"'
              || next == '<'
              || next == '\\'
              || next == ' ' && end + 2 < to && "\"\\-<".indexOf(b[end + 2]) >= 0
              || next == ' ' && start > from && b[start - 1] == '-';
      case '<' -> next == '/';
      case '(' ->
          next == '"'
              || next == '\''
              || next == '\\'
              || Bytes.is(b[start], Bytes.UPPER) && Bytes.is((byte) next, Bytes.ALNUM);
      case '\r' -> named(b, start, from);
      case '?' -> next == ' ';
      default -> false;
    };
  }

  /** {@code name: DB_PASSWORD}. */
  private static boolean named(byte[] b, int start, int from) {
    int floor = Math.max(from, start - MAX_NAME);
    return Bytes.indexOfIgnoreCase(b, floor, start, "name") >= 0
        || Bytes.indexOfIgnoreCase(b, floor, start, "key") >= 0;
  }

  /** {@code set -gx }. */
  private static boolean flagged(byte[] b, int from, int to) {
    int flag = Bytes.runStart(b, Math.max(from, to - 4), to, Bytes.TOKEN);
    return b[flag] == '-' && Bytes.atIgnoreCase(b, flag - 4, flag, "set ");
  }

  /** Whether the word after a name may be its secret, or a sentence's that leads to it. */
  private static boolean prose(byte[] b, int start, int at, int to) {
    if (Bytes.at(b, at, to, "was ")) {
      return true;
    }
    boolean password = (b[start] | 0x20) == 'p';
    if (password && Bytes.atIgnoreCase(b, at, to, "for ")) {
      return said(b, at + 4, to);
    }
    if (password && Bytes.atIgnoreCase(b, at, to, "to ")) {
      return prose(b, start, at + 3, to);
    }
    if (password && changes(b, at, to)) {
      return true;
    }
    password |= start >= 7 && Bytes.atIgnoreCase(b, start - 7, start, "shared-");
    password |= start > 0 && b[start - 1] == '_' && Bytes.is(b[start], Bytes.UPPER);
    int seen = 0;
    int i = at;
    while (i < to && (b[i] > ' ' || b[i] < 0) && i - at < 200) {
      seen |= Bytes.classOf(b[i]);
      i++;
    }
    boolean mixed = (seen & Bytes.DIGIT) != 0 && (seen & Bytes.ALPHA) != 0;
    boolean named = password && i < to && Bytes.at(b, i, to, " = ");
    return named
        || mixed && i - at >= (password ? 6 : 8)
        || password && Bytes.is(b[at], Bytes.DIGIT) && i < to && b[i] == ' ';
  }

  /** {@code has been reset to}, {@code changed to:}, {@code from x to}. */
  private static boolean changes(byte[] b, int at, int to) {
    if (Bytes.atIgnoreCase(b, at, to, "from ")
        || Bytes.atIgnoreCase(b, at, to, "has been ")
        || Bytes.atIgnoreCase(b, at, to, "now ")) {
      return true;
    }
    int verb = Bytes.runEnd(b, at, Math.min(to, at + 16), Bytes.ALPHA);
    return Bytes.atIgnoreCase(b, verb, to, " to ") || Bytes.atIgnoreCase(b, verb, to, " to:");
  }

  /** Whether a sign follows before a word that says it is about something else. */
  private static boolean said(byte[] b, int at, int to) {
    int bound = Math.min(to, at + 200);
    for (int i = at; i < bound; i++) {
      if (b[i] == '\n') {
        return b[i - 1] == ':';
      }
      if (b[i] == ' '
          && i > at
          && (b[i - 1] == ':'
              || Bytes.at(b, i, to, " is ")
              || Bytes.at(b, i, to, " to ")
              || Bytes.at(b, i, to, " = "))) {
        return true;
      }
      if (b[i] == ' ' && Bytes.at(b, i, to, " from ")) {
        return false;
      }
    }
    return bound == to && b[to - 1] == ':';
  }

  /**
   * What makes names that clean logs are full of harmless: a {@code key}, a {@code code} that is no
   * parameter of a query, an {@code auth} or a {@code session} with too short a value.
   */
  private static boolean worthy(byte[] b, int start, int stem, int end, int from, int to) {
    int c = b[start] | 0x20;
    int length = stem - start;
    if (end == stem && (c == 'k' && length == 3 || c == 'c' && length == 4)) {
      byte before = start > from ? b[start - 1] : 0;
      return c == 'k'
              && (Bytes.is(before, Bytes.TOKEN | Bytes.DOT | Bytes.HIGH)
                  || (before == ' ' || before == ':') && KeyName.keyOf(b, from, start - 1))
          || before == '?'
          || before == '&'
          || before == ';'
          || before == '6';
    }
    boolean session = c == 's' && (b[start + 1] | 0x20) != 'e' && length == 3;
    session |= Bytes.atIgnoreCase(b, start, to, "session");
    boolean auth = c == 'a' && length == 4;
    if (!session && !auth) {
      return true;
    }
    int i = end;
    while (i < to && i < end + 40 && "=:\\>%&| \t".indexOf(b[i]) >= 0) {
      i++;
    }
    if (i >= to || b[i] == '(' || Bytes.is(b[i], Bytes.QUOTE)) {
      return true;
    }
    if (session && b[i] == '0' && i + 1 < to && b[i + 1] == 'x') {
      return false;
    }
    int seen = 0;
    int value = i;
    while (i < to && i < value + 64 && b[i] != ' ' && b[i] != '\n') {
      seen |=
          b[i] == '=' || b[i] == '"' || b[i] == '%' || b[i] == ':'
              ? Bytes.DIGIT
              : Bytes.classOf(b[i]);
      i++;
    }
    return i == to || i - value >= 4 && (seen & Bytes.DIGIT) != 0;
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
        || Bytes.atIgnoreCase(b, name - 4, name, "env ")
        || Bytes.atIgnoreCase(b, name - 4, name, "set ")
        || name - 4 >= from && b[name - 1] == ' ' && flagged(b, from, name - 1)
        || !Bytes.is(b[first - 1], Bytes.ALNUM)
        || b[first - 1] == '\n'
        || (b[start] | 0x20) == 'p'
            && b[start + 4] != ' '
            && Bytes.indexOfIgnoreCase(b, Math.max(from, name - 256), name, "login ") >= 0;
  }
}
