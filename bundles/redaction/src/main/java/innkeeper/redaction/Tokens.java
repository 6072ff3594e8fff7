package innkeeper.redaction;

import innkeeper.redaction.Trigger.Token;

/** Providers' tokens: a known prefix swallows the whole run of its alphabet. */
final class Tokens {
  private static final int WIDE = Bytes.TOKEN | Bytes.DOT;

  private Tokens() {}

  static int prefixed(Line l, Trigger t, int at) {
    Token f = t.token();
    int from = at + t.text().length;
    if (!t.exact(l.b, at) || !start(l, at, f.strict(), t.text().length == 2)) {
      return at + 1;
    }
    int end = Bytes.runEnd(l.b, from, l.to, f.alphabet());
    if (end == l.to) {
      l.open(from);
    }
    int min = l.cut && end == l.to ? Math.min(f.min(), 8) : f.min();
    if (end - from < min || !extra(l, f, from, end)) {
      return at + 1;
    }
    end = wholeRun(l, end, f);
    l.secret(from, end);
    return end;
  }

  private static boolean start(Line l, int at, boolean strict, boolean two) {
    if (!l.wordStart(at) || two && at > l.from && Bytes.is(l.b[at - 1], Bytes.HIGH)) {
      return false;
    }
    if (at == l.from) {
      return true;
    }
    byte before = l.b[at - 1];
    if (Bytes.is(before, Bytes.PLUS_SLASH)) {
      // In the midst of base64 any prefix may stand by chance.
      int run = Bytes.runStart(l.b, Math.max(l.from, at - 25), at, Bytes.BASE64);
      return at - run < 25;
    }
    return !strict
        || !Bytes.is(before, Bytes.UNDERSCORE | Bytes.DASH | Bytes.DOT)
        || before == '.' && at - 2 >= l.from && l.b[at - 2] == '.';
  }

  /** Fixed lengths, digits asked for, shapes: see the rows of the catalogue. */
  private static boolean extra(Line l, Token f, int from, int end) {
    String extra = f.extra();
    if (extra.isEmpty() || extra.equals("!")) {
      return true;
    }
    if (extra.indexOf('d') >= 0 && !mixed(l.b, from, end)) {
      return false;
    }
    if (extra.indexOf('h') >= 0) {
      return Bytes.runEnd(l.b, from, end, Bytes.HEX) - from >= f.min();
    }
    int equals = extra.indexOf('=');
    if (equals >= 0) {
      boolean exact = end - from == f.min();
      boolean broken =
          end == l.to || !Bytes.is(l.b[end], WIDE) || l.b[end] == '.' && !letter(l, end + 1);
      return exact && broken && (digitIn(l.b, from, end) || cases(l.b, from, end));
    }
    int dot = extra.indexOf('.');
    return dot < 0 || end - from > 15 && l.b[from + 14] == '.';
  }

  private static boolean letter(Line l, int at) {
    return at < l.to && Bytes.is(l.b[at], Bytes.ALNUM);
  }

  /** What clings to the run belongs to the token: a longer format must not leave a tail. */
  private static int wholeRun(Line l, int end, Token f) {
    if (f.extra().indexOf('=') >= 0) {
      return end;
    }
    int tail = Bytes.runEnd(l.b, end, l.to, Bytes.TOKEN | Bytes.EQUALS | f.alphabet());
    while (tail > end && l.b[tail - 1] == '.') {
      tail--;
    }
    if (tail == l.to) {
      l.open(end);
    }
    return Math.max(tail, end);
  }

  static boolean mixed(byte[] b, int from, int to) {
    int seen = 0;
    int most = Math.min(to, from + 256);
    for (int i = from; i < most; i++) {
      seen |= Bytes.classOf(b[i]);
    }
    return (seen & Bytes.DIGIT) != 0 && (seen & Bytes.ALPHA) != 0;
  }

  static boolean cases(byte[] b, int from, int to) {
    int seen = 0;
    for (int i = from; i < to; i++) {
      seen |= Bytes.classOf(b[i]);
    }
    return (seen & Bytes.LOWER) != 0 && (seen & Bytes.UPPER) != 0;
  }

  private static boolean digitIn(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (Bytes.is(b[i], Bytes.DIGIT)) {
        return true;
      }
    }
    return false;
  }

  /** {@code eyJ….….…}: two parts at least; encrypted ones have five. */
  static int jwt(Line l, int at) {
    byte[] b = l.b;
    if (!Bytes.at(b, at, l.to, "eyJ") || !l.wordStart(at)) {
      return at + 1;
    }
    int head = l.tokenEnd(at);
    if (head == l.to) {
      l.open(at);
    }
    if (head - at < 12
        || head + 4 > l.to
        || b[head] != '.'
        || !Bytes.is(b[head + 1], Bytes.TOKEN | Bytes.DOT)) {
      return at + 1;
    }
    int end = Bytes.runEnd(b, head, l.to, WIDE | Bytes.EQUALS);
    if (end == l.to) {
      l.open(at);
    }
    int parts = 0;
    for (int i = at; i < end; i++) {
      if (b[i] == '.') {
        parts++;
      }
    }
    if (parts == 1 && !Bytes.at(b, head + 1, end, "eyJ")) {
      return at + 1;
    }
    l.secret(at, end);
    return end;
  }

  /** A mark in a token's middle or at its end: what stands before it belongs to it. */
  static int backward(Line l, Trigger t, int at) {
    Token f = t.token();
    byte[] b = l.b;
    if (!t.exact(b, at)) {
      return at + 1;
    }
    int floor = Math.max(l.from, at - 256);
    int from = Bytes.runStart(b, floor, at, f.alphabet());
    int after = at + t.text().length;
    char code = f.extra().charAt(0);
    int alphabet =
        switch (code) {
          case 'A' -> Bytes.WORD;
          case 'D' -> Bytes.DIGIT;
          case 'X' -> WIDE | Bytes.TILDE;
          default -> Bytes.TOKEN;
        };
    int end = Bytes.runEnd(b, after, l.to, alphabet);
    if (end == l.to) {
      l.open(from);
    }
    int min = Integer.parseInt(f.extra().substring(1));
    if (at - from < f.min() || end - after < min) {
      return at + 1;
    }
    if (code == 'X' && !Bytes.is(b[at - 1], Bytes.DIGIT)) {
      return at + 1;
    }
    if (code == 'D' && end - after > 3) {
      return at + 1;
    }
    l.secret(from, end);
    return end;
  }

  /**
   * Discord: a snowflake in base64, a time of six letters, a MAC. No prefix tells it; the two dots
   * seven bytes apart do.
   *
   * @param dot the first of the dots
   * @return where to go on
   */
  static int discord(Line l, int dot) {
    byte[] b = l.b;
    int second = dot + 7;
    if (second >= l.to || b[second] != '.') {
      return dot + 1;
    }
    int from = Bytes.runStart(b, Math.max(l.from, dot - 40), dot, Bytes.TOKEN);
    if (dot - from < 23
        || dot - from > 30
        || Bytes.runEnd(b, dot + 1, second, Bytes.TOKEN) < second
        || "MNOmnopqrstuvwxyz".indexOf(b[from]) < 0) {
      return dot + 1;
    }
    int end = Bytes.runEnd(b, second + 1, l.to, Bytes.TOKEN);
    if (end == l.to) {
      l.open(from);
    }
    if (end - second < 25 || !mixed(b, from, end) || !mixed(b, second, end)) {
      return dot + 1;
    }
    l.secret(from, end);
    return end;
  }

  /** {@code 123456789:AA…}: a bot's number may be seen, what follows may not. */
  static int telegram(Line l, int at) {
    byte[] b = l.b;
    int digits = Bytes.runStart(b, Math.max(l.from, at - 20), at, Bytes.DIGIT);
    int end = Bytes.runEnd(b, at + 1, l.to, Bytes.TOKEN);
    if (end == l.to) {
      l.open(at + 1);
    }
    if (b[at + 1] != 'A' || at - digits < 5 || at - digits > 16 || end - at < 33) {
      return at + 1;
    }
    l.secret(at + 1, end);
    return end;
  }

  /** {@code root:$6$salt$hash}. */
  static int hash(Line l, int at) {
    byte[] b = l.b;
    int from = b[at] == ':' ? at + 1 : at;
    if (b[at] == '{') {
      from = Math.max(from, Bytes.indexOf(b, at, Math.min(l.to, at + 16), '}') + 1);
    }
    int end = from;
    while (end < l.to
        && (Bytes.is(b[end], Bytes.BASE64 | Bytes.UNDERSCORE | Bytes.DOT)
            || b[end] == '$'
            || b[end] == ',' && b[from] == '$' && end + 2 < l.to && b[end + 2] == '=')) {
      end++;
    }
    if (end == l.to) {
      l.open(from);
    }
    if (end - from < 20) {
      return at + 1;
    }
    l.secret(from, end);
    return end;
  }

  /** {@code host:port:database:user:password}, a word of its own. */
  static int pgpass(Line l, int at) {
    byte[] b = l.b;
    int ends = Bytes.BLANK | Bytes.QUOTE;
    int start = at;
    int floor = Math.max(l.from, at - 256);
    while (start > floor && !Bytes.is(b[start - 1], ends) && b[start - 1] != '/') {
      start--;
    }
    int i = start;
    int field = 0;
    while (field < 4 && i < l.to && !Bytes.is(b[i], ends) && b[i] != '/') {
      if (b[i] == ':') {
        field++;
        if (i + 1 < l.to && b[i + 1] == ':') {
          return at + 1;
        }
      }
      i++;
    }
    l.open(i);
    if (field < 4) {
      return at + 1;
    }
    int end = i;
    while (end < l.to && !Bytes.is(b[end], ends) && b[end] != '\\') {
      end++;
    }
    if (i >= end) {
      return at + 1;
    }
    if (!Judge.placeholder(b, i, end)) {
      l.secret(i, end);
    }
    return end;
  }

  /** A private key in PEM, once more in base64, as kubeconfig has it. */
  static int wrappedPem(Line l, Trigger t, int at) {
    byte[] b = l.b;
    if (!t.exact(b, at)) {
      return at + 1;
    }
    int end = l.base64End.next(b, at, l.to);
    if (end == l.to) {
      l.open(at);
    }
    boolean openssh = b[at] == 'b';
    if (!openssh && !Base64Text.contains(b, at, Math.min(end, at + 96), "PRIVATE KEY")) {
      return at + t.text().length;
    }
    l.secret(at, end);
    return end;
  }
}
