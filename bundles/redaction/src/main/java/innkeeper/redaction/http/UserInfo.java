package innkeeper.redaction.http;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** {@code scheme://user:password@host} and {@code scheme://token@host}. */
public final class UserInfo {
  private static final int MAX = 4096;

  /** How long one may be that holds signs which should have been encoded. */
  private static final int LONGEST = 256;

  /** What ends an address in a text of JSON. */
  private static final Pattern ESCAPE = Values.after("\"\\\\\" [\"/n]");

  /** What a manual says instead of a password. */
  private static final Pattern NAMED = Values.after("'pass' $ | <.+: noun>");

  private static final Pattern TOKEN = Values.after("token-user");

  private static final Pattern WEB = Values.before("'s' | \"http\"");
  private static final Pattern USER = Values.after("to(\":\") \":\"");
  private static final Pattern ENCODED_USER = Values.after("to(\":\" | '%3a') (\":\" | '%3a')");

  /** A manual's {@code [user[:password]@]}. */
  private static final Pattern OPTIONAL = Values.after("[^:]* before(\"[\") \":\"");

  private static final Pattern CUT = Values.after("cut-userinfo");

  /** {@code user:password@host}, {@code USER:PASSWORD@HOST}, in a manual. */
  private static final Pattern MANUAL =
      Values.after("[{upper}]+ (\":\" | '%3a') | manual-userinfo");

  private UserInfo() {}

  public static int verify(Line l, int at, int length) {
    byte[] b = l.b;
    int from = at + length;
    boolean encoded = b[at] == '%';
    if (b[at] == ':' && length == 3 && (at == l.from || !Bytes.is(b[at - 1], Bytes.TOKEN))) {
      return from;
    }
    int ceiling = Math.min(l.to, from + MAX);
    int sign = encoded ? encodedAt(l, from, ceiling) : l.next('@', from);
    if (sign >= ceiling) {
      l.opensAtEnd(from, ceiling);
      return cut(l, from);
    }
    int end = from;
    int last = -1;
    boolean beyond = false;
    while (end < ceiling && !ends(b[end])) {
      if (sign(b[end]) && !(encoded && b[end] == '#')) {
        beyond = beyond || !encoded && last < 0 && noPort(b, from, end);
        boolean inside = last < 0 ? beyond : noPort(b, last + 1, end) || another(b, end, ceiling);
        if (!inside || far(b, from, end)) {
          break;
        }
      }
      if (b[end] == '@' || encoded && Bytes.at(b, end, l.to, "%40")) {
        last = end;
      }
      if (b[end] == '\\' && ESCAPE.matches(l, end)) {
        break;
      }
      end++;
    }
    l.opensAtEnd(from, end);
    if (last < 0) {
      return cut(l, from);
    }
    if (Bytes.at(b, last, l.to, "@sha256:")) {
      // An image and what it must be.
      return from;
    }
    int start = (encoded ? ENCODED_USER : USER).match(LineText.ofValue(b, last), from);
    if (start >= 0) {
      boolean manual = MANUAL.matches(l, from) && NAMED.matches(b, start, last);
      if (!manual && !OPTIONAL.matches(l, from)) {
        l.hideValue(start, last);
      }
      return last;
    }
    // A name alone before the host is no secret, unless nobody has such a name.
    if (!WEB.matches(l, at) || !TOKEN.matches(b, from, last)) {
      // A provider's token may stand there that is known by its prefix.
      return from;
    }
    l.secret(from, last);
    return last;
  }

  /** An address that is cut before its host: {@code postgres://bob:hunter2...}. */
  private static int cut(Line l, int from) {
    int end = CUT.match(l, from);
    if (end >= 0) {
      l.hideValue(l.stretchFrom(0), l.stretchTo(0));
    }
    return Math.max(from, end);
  }

  /** Whether a {@code #} stands in the midst of a password: a fragment has no {@code @}. */
  private static boolean another(byte[] b, int at, int to) {
    int i = at + 1;
    while (i < to && !ends(b[i]) && !sign(b[i]) && b[i] != '@') {
      i++;
    }
    return b[at] == '#' && i < to && b[i] == '@';
  }

  /** Whether no password goes on at a sign: it would be too long, or an address begins. */
  public static boolean far(byte[] b, int from, int at) {
    return at - from > LONGEST || at + 1 < b.length && b[at] == '/' && b[at + 1] == '/';
  }

  /** What ends an authority; a raw one in a password is the user's mistake. */
  private static boolean sign(byte c) {
    return c == '/' || c == '?' || c == '#';
  }

  /**
   * Whether what ends before {@code to} cannot be a host and its port: then a sign that should have
   * been encoded stands in a password, {@code amqp://bob:pa/ss@host}.
   */
  public static boolean noPort(byte[] b, int from, int to) {
    int colon = Bytes.runEnd(b, from, to, Bytes.TOKEN | Bytes.PERCENT);
    boolean here = colon - from == 9 && Bytes.atIgnoreCase(b, from, colon, "localhost");
    if (colon >= to || b[colon] != ':' || here) {
      return false;
    }
    int port = Bytes.runEnd(b, colon + 1, to, Bytes.DIGIT);
    return port < to
        && "{$<[*(".indexOf(b[colon + 1]) < 0
        && !Bytes.atIgnoreCase(b, colon + 1, to, "port");
  }

  private static boolean ends(byte c) {
    return c <= ' ' && c >= 0 || c == '"' || c == '<' || c == '>' || c == '`';
  }

  private static int encodedAt(Line l, int from, int ceiling) {
    int i = Bytes.indexOfIgnoreCase(l.b, from, Math.min(ceiling, from + 256), "%40");
    return i < 0 ? ceiling : i;
  }
}
