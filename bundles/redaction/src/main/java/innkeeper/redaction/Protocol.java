package innkeeper.redaction;

/** What protocols, routers and servers' consoles put a secret after. */
final class Protocol {
  /** What follows. */
  enum Use {
    /** {@code AUTH x}, {@code PASS x}: capitals, and the rest of the line is the secret. */
    CAPITALS("AUTH |PASS "),
    /** Redis' own notation, escaped: {@code AUTH\\r\\n$8\\r\\nx}. */
    BULK("auth\\r\\n$"),
    /** A word that looks like a password. */
    ROUTER(
        "enable secret |enable password |isakmp key | server key | secret 0 | secret 5 | secret 7 | secret 8 | secret 9 | auth sha | auth md5 | priv aes | priv des | ascii-text "
            + "|privilege 15 secret |-server key |x-jfrog-art-api: |x-honeycomb-team: |rootpw "
            + "|::server:"),
    /** The next line that has something to say holds the secret. */
    AHEAD("following password|user successfully reset"),
    /** The same in base64: SMTP asks for it so. */
    BASE64_AHEAD("334 ugfzc3dvcmq6"),
    /** A member of that name holds it. */
    MEMBER_AHEAD("securestring\"|securestring\\"),
    NUMBERED("unseal key |recovery key "),
    PAIR(
        "register => |login with |login: |]:587 |]:465 |addauth digest |> connect |> conn |login |basic auth |logged in as |login as |log in as |logging in as "
            + "|signed in as |signing in as |connecting as |connected as |connect as |logon as "
            + "|authenticating as |authenticated as |authenticate as |binding as "),
    RULES("acl setuser "),
    RULES_OF(" on >"),
    COMMUNITY("community"),
    ATTEMPT("login attempt ["),
    STRINGS("createuser "),
    ALONE("new value: "),
    SESSION("for this session: "),
    TEXT(": eap |: xauth "),
    /** An account's name or none, then the password. */
    LAST("nickserv identify |nickserv :identify |:identify ");

    final String texts;

    Use(String texts) {
      this.texts = texts;
    }
  }

  private Protocol() {}

  /** Cheap: whether the words around may be meant. */
  static boolean plausible(Trigger t, byte[] b, int at, int to) {
    int after = at + t.text().length;
    return switch ((Use) t.use()) {
      case CAPITALS -> capitals(b, at);
      case COMMUNITY -> after + 1 < to && " \t:=\"\\".indexOf(b[after]) >= 0;
      default -> true;
    };
  }

  private static boolean capitals(byte[] b, int at) {
    return Bytes.runEnd(b, at, at + 4, Bytes.UPPER) == at + 4;
  }

  static int verify(Line l, Trigger t, int at, NextLine next) {
    int found = l.spans.size();
    int after = look(l, t, at, next);
    return l.spans.size() > found ? after : at + 1;
  }

  private static int look(Line l, Trigger t, int at, NextLine next) {
    byte[] b = l.b;
    int from = at + t.text().length;
    if (Bytes.is(b[at], Bytes.ALPHA) && !l.wordStart(at)) {
      return at + 1;
    }
    return switch ((Use) t.use()) {
      case CAPITALS -> capitals(b, at) ? command(l, at, from) : at + 1;
      case BULK -> Redis.bulk(l, from);
      case ROUTER -> Router.configured(l, at, from);
      case AHEAD -> {
        next.lone();
        yield from;
      }
      case BASE64_AHEAD -> {
        next.base64();
        yield from;
      }
      case MEMBER_AHEAD -> {
        next.member();
        yield member(l, from);
      }
      case NUMBERED -> numbered(l, from);
      case PAIR -> pair(l, from);
      case RULES -> Redis.access(l, from);
      case RULES_OF ->
          Bytes.indexOfIgnoreCase(b, Math.max(l.from, at - 64), at, "user ") >= 0
              ? Redis.access(l, at)
              : from;
      case COMMUNITY -> Router.community(l, from);
      case ATTEMPT -> attempt(l, from);
      case STRINGS -> Router.strings(l, from);
      case ALONE -> value(l, from);
      case SESSION -> {
        int to = l.wordEnd(from);
        l.open(from);
        boolean password =
            Bytes.indexOfIgnoreCase(b, Math.max(l.from, at - 64), at, "password") >= 0;
        yield password && ends(l, to) ? take(l, from, to, from) : from;
      }
      case TEXT -> text(l, from);
      case LAST -> {
        int second = Bytes.skipBlank(b, l.wordEnd(from), l.to);
        boolean two = second < l.to && second > l.wordEnd(from) && !ends(l, second);
        int start = two ? second : from;
        int to = l.wordEnd(start);
        l.opens(from, to);
        yield ends(l, Bytes.skipBlank(b, to, l.to)) ? take(l, start, to, from) : from;
      }
    };
  }

  /** {@code ,"Value":"x"} behind a type that says it is secret. */
  private static int member(Line l, int from) {
    byte[] b = l.b;
    int i = from;
    while (i < l.to && i < from + 24 && !Bytes.is(b[i], Bytes.ALPHA)) {
      i++;
    }
    int sign = Bytes.runEnd(b, i, l.to, Bytes.ALPHA);
    int colon = sign;
    while (colon < l.to && (b[colon] == '\\' || Bytes.is(b[colon], Bytes.QUOTE))) {
      colon++;
    }
    if (!Bytes.atIgnoreCase(b, i, sign, "value") || colon >= l.to || b[colon] != ':') {
      return from;
    }
    return text(l, Bytes.skipBlank(b, colon + 1, l.to));
  }

  private static int numbered(Line l, int from) {
    int i = Bytes.runEnd(l.b, from, l.to, Bytes.DIGIT);
    int value = Bytes.skipBlank(l.b, i + 1, l.to);
    return i < l.to && l.b[i] == ':' ? Router.word(l, value, 20) : from;
  }

  /**
   * {@code PASS x}, {@code AUTH x}, {@code AUTH user x}: at the line's start, or after a prompt.
   */
  private static int command(Line l, int at, int from) {
    byte[] b = l.b;
    boolean prompt = at - 2 >= l.from && b[at - 1] == ' ' && (b[at - 2] == ':' || b[at - 2] == '>');
    boolean begins = at == l.from || b[at - 1] == '"' || escape(b, l.from, at);
    if (!begins && !prompt && b[at - 1] != ' ') {
      return from;
    }
    int to = l.wordEnd(from);
    int value = from;
    int second = Bytes.skipBlank(b, to, l.to);
    if (Bytes.at(b, at, l.to, "AUTH") && second > to && second < l.to && !ends(l, second)) {
      value = second;
      to = l.wordEnd(second);
    }
    l.opens(from, to);
    boolean last = to > value && ends(l, Bytes.skipBlank(b, to, l.to));
    boolean shaped =
        Shape.password(b, value, to) || Judge.shaped(b, value, to, 4) && !path(b, value, to);
    boolean client = prompt && (b[at - 2] == '>' || Bytes.at(b, at - 3, l.to, "C:"));
    client |= quoted(l, at, to);
    if (!last
        || Bytes.is(b[value], Bytes.QUOTE)
        || !shaped && !(client && to - value >= 4)
        || path(b, value, to)
        || Judge.placeholder(b, value, to)
        || Judge.prose(b, value, to)
        || Words.is(b, value, to, Words.SCHEME | Words.NOUN | Words.TECHNICAL)
        || Judge.digits(b, value, to)
        || !client && Bytes.at(b, at, l.to, "AUTH") && b[value] == '[') {
      return from;
    }
    l.secret(value, to);
    return to;
  }

  /** {@code FTP command: Client "10.0.0.8", "PASS x"}. */
  private static boolean quoted(Line l, int at, int to) {
    byte[] b = l.b;
    return at > l.from
        && b[at - 1] == '"'
        && to < l.to
        && b[to] == '"'
        && Bytes.indexOfIgnoreCase(b, Math.max(l.from, at - 96), at, "ftp") >= 0;
  }

  /** {@code src/a.test.js}, {@code TestLogin/case}: what test runners pass. */
  private static boolean path(byte[] b, int from, int to) {
    int dot = to;
    while (dot > from && Bytes.is(b[dot - 1], Bytes.ALPHA)) {
      dot--;
    }
    return Bytes.indexOf(b, from, to, '/') > 0
        || Bytes.at(b, from, to, "Test")
        || Bytes.atIgnoreCase(b, from, to, "test_")
        || dot > from && b[dot - 1] == '.' && to - dot <= 4;
  }

  private static boolean escape(byte[] b, int floor, int at) {
    return at - 2 >= floor && b[at - 2] == '\\' && (b[at - 1] == 'n' || b[at - 1] == 't');
  }

  /** Whether the line, or the text it is in, ends at {@code at}. */
  static boolean ends(Line l, int at) {
    return at >= l.to || l.b[at] == '"' || l.b[at] == '\\' || l.b[at] == 0x1b || l.b[at] == '\r';
  }

  /** {@code user:password}, where the password mixes letters and digits, or an address follows. */
  private static int pair(Line l, int from) {
    byte[] b = l.b;
    int colon = Bytes.runEnd(b, from, Math.min(l.to, from + 64), Bytes.TOKEN | Bytes.DOT);
    if (colon == from || colon >= l.to || b[colon] != ':' && b[colon] != '/') {
      return from;
    }
    int to = l.wordEnd(colon + 1);
    if (to == l.to) {
      l.open(colon + 1);
    }
    int sign = to;
    while (sign > colon && b[sign - 1] != '@') {
      sign--;
    }
    boolean address = sign > colon + 4 && sign < to && Bytes.is(b[sign], Bytes.ALNUM);
    int last = address ? sign - 1 : Judge.trimmed(b, colon + 1, to);
    if (!address && !Shape.password(b, colon + 1, last)
        || Judge.placeholder(b, colon + 1, last)
        || address && Judge.digits(b, colon + 1, last)) {
      return from;
    }
    l.secret(colon + 1, last);
    return last;
  }

  /** {@code [root/x]}, {@code [b'root'/b'x']}. */
  private static int attempt(Line l, int from) {
    byte[] b = l.b;
    int slash = Bytes.next(b, from, Math.min(l.to, from + 256), '/');
    int bound = Math.min(l.to, slash + 256);
    int close = Bytes.next(b, slash, bound, ']');
    if (close == bound) {
      l.open(bound == l.to ? from : l.to);
      return from;
    }
    int start = slash + 1;
    if (Bytes.at(b, start, close, "b'")) {
      start += 2;
      close--;
    }
    return take(l, start, close, from);
  }

  /** A console that prints a new password alone on its line. */
  private static int value(Line l, int from) {
    byte[] b = l.b;
    int to = l.wordEnd(from);
    boolean only = Bytes.skipBlank(b, l.from, l.to) + 11 == from && ends(l, to);
    l.opens(from, to);
    boolean key =
        to - from == 20
            && (Judge.shaped(b, from, to, 20) || Tokens.cases(b, from, to))
            && elastic(b, from, to);
    return only && key ? take(l, from, to, from) : from;
  }

  /** Elastic's letters. */
  private static boolean elastic(byte[] b, int from, int to) {
    int i = from;
    while (i < to
        && (Bytes.is(b[i], Bytes.TOKEN | Bytes.PLUS_SLASH | Bytes.EQUALS) || b[i] == '*')) {
      i++;
    }
    return i == to;
  }

  /** The text in the quotes that stand next. */
  private static int text(Line l, int from) {
    int quote = Quoted.open(l.b, from, l.to);
    if (quote < 0) {
      return from;
    }
    int end = Quoted.close(l.b, quote, from, l.to);
    l.opens(from, end);
    return take(l, quote + 1, end, from);
  }

  static int take(Line l, int from, int to, int otherwise) {
    if (from >= to || Judge.placeholder(l.b, from, to)) {
      return otherwise;
    }
    l.secret(from, to);
    return to;
  }
}
