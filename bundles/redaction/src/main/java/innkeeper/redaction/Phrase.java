package innkeeper.redaction;

/** Secrets that no name and operator tell but a set phrase: of protocols, tools and consoles. */
final class Phrase {
  /** What follows a phrase. */
  enum Use {
    /** A word that is secret: {@code bindpw x}. */
    WORD(
        "snmp-server community |rocommunity |rwcommunity |bindpw |community string|totp seed|otp seed|::add-mask::"),
    /** The same where it looks like one. */
    MIXED_WORD("auth plain |auth login |authenticate plain "),
    /** The same, after {@code password} alone. */
    AFTER(" has been set to | was set to | has been reset to | was reset to | changed to "),
    /** A name, then the secret: {@code Password for user elastic: x}. */
    NAMED(" is generated for "),
    /** Numbers and letters that are typed once. */
    CODE(
        "recovery code|recovery_code|backup code|backup_code|verification code|one-time code"
            + "|otp code|recoverycode|puk code|pin code|2fa code|mfa code|login code|otp for "
            + "|one-time password|enter the code|enter code|sms code|unlock code|door code|access code"),
    /** The same of a card: three digits do. */
    CARD("security code|security_code"),
    SEED(SeedPhrase.NAMES),
    /** Options that tell a password beside others. */
    LOGIN(" -p | -w | --user "),
    /** Names of a password in other languages. */
    FOREIGN(Foreign.NAMES),
    IMAP(" login "),
    SQL("password('"),
    PAIR("credentials "),
    INSERT("values (|values("),
    /** Postfix's: an address, a name, the secret. */
    RELAY(":587 |:465 |]:25 "),
    /** A key of sixteen bytes under a name that others use for what is public. */
    HEX("appid="),
    /** Subsonic's passwords. */
    ENCODED("p=enc:"),
    /** What a QR code says of a wireless network. */
    WIFI("wifi:t:|wifi:s:"),
    /** What an authenticator is given: letters and digits in base32, maybe in groups. */
    SETUP("secret manually: |key manually: |code manually: |setup key: |setup key is "),
    /** A line of a cookie file. */
    COOKIE_FILE("\tTRUE\t|\tFALSE\t|\\tTRUE\\|\\tFALSE\\"),
    PROMPT("pass phrase");

    final String texts;

    Use(String texts) {
      this.texts = texts;
    }
  }

  private static final int MAX = 256;

  private Phrase() {}

  static int verify(Line l, Trigger t, int at, NextLine next) {
    byte[] b = l.b;
    int from = at + t.text().length;
    if (Bytes.is(b[at], Bytes.ALPHA) && !l.wordStart(at)) {
      return at + 1;
    }
    Use use = (Use) t.use();
    return switch (use) {
      case IMAP -> imap(l, at, from);
      case SQL -> sql(b, Math.max(l.from, at - MAX), at) ? quoted(l, from) : from;
      case PAIR -> pair(l, from);
      case INSERT -> SqlInsert.verify(l, at, from);
      case CODE -> {
        if (Codes.ahead(l, from)) {
          next.codes();
        }
        yield Codes.code(l, from, 4);
      }
      case CARD -> Codes.code(l, from, 3);
      case SEED -> SeedPhrase.verify(l, from);
      case LOGIN -> Login.verify(l, at, from);
      case FOREIGN -> Foreign.verify(l, at, from);
      case RELAY -> relay(l, from);
      case HEX -> Codes.hex(l, from, 32, 32);
      case ENCODED -> Codes.hex(l, from, 4, MAX);
      case WIFI -> Codes.wifi(l, from);
      case SETUP -> Codes.setup(l, from);
      case COOKIE_FILE -> Cookies.ofFile(l, from);
      case PROMPT -> prompt(l, from);
      case AFTER, NAMED ->
          Bytes.atIgnoreCase(b, at - 8, at, "password") ? word(l, use, from) : at + 1;
      case WORD, MIXED_WORD -> word(l, use, from);
    };
  }

  private static int word(Line l, Use use, int from) {
    byte[] b = l.b;
    int value = use == Use.NAMED ? afterName(l, from) : skip(b, from, l.to);
    if (value < 0) {
      return from;
    }
    // What MySQL draws holds any sign.
    int end = wordEnd(l, value, use == Use.NAMED ? "\"\\" : "\"'`\\<");
    boolean sure = use == Use.NAMED || use == Use.AFTER;
    int last = Judge.trimmed(b, value, end);
    if (end == value
        || Judge.placeholder(b, value, end)
        || Judge.prose(b, value, end)
        || use == Use.MIXED_WORD && !Tokens.mixed(b, value, end) && !Tokens.cases(b, value, end)
        || sure && !Judge.shaped(b, value, last, 6)) {
      return from;
    }
    l.secret(value, end);
    return end;
  }

  /** {@code Enter PEM pass phrase: x}, {@code Enter pass phrase for server.key: x}. */
  private static int prompt(Line l, int from) {
    byte[] b = l.b;
    int i = from;
    if (Bytes.at(b, i, l.to, " for ")) {
      i = Shape.wordEnd(b, i + 5, Math.min(l.to, i + MAX)) - 1;
    }
    int value = Bytes.skipBlank(b, i + 1, l.to);
    if (i >= l.to || b[i] != ':' || value == i + 1) {
      return from;
    }
    int end = wordEnd(l, value);
    boolean last = last(l, end);
    if (end == value
        || !last && !Judge.shaped(b, value, Judge.trimmed(b, value, end), 6)
        || Judge.prose(b, value, end)
        || Judge.placeholder(b, value, end)) {
      return from;
    }
    l.secret(value, end);
    return end;
  }

  /** {@code [smtp.example.org]:587 bob@example.org:x}. */
  private static int relay(Line l, int from) {
    byte[] b = l.b;
    int colon = from;
    boolean sign = false;
    while (colon < l.to && b[colon] > ' ' && b[colon] != ':') {
      sign |= b[colon] == '@';
      colon++;
    }
    if (!sign || colon >= l.to || b[colon] != ':') {
      return from;
    }
    int end = wordEnd(l, colon + 1);
    boolean last = last(l, end);
    if (!last
        || end - colon < 4
        || Judge.digits(b, colon + 1, end)
        || Judge.placeholder(b, colon + 1, end)) {
      return from;
    }
    l.secret(colon + 1, end);
    return end;
  }

  /** Whether nothing of the line, or of the text it is in, follows the word that ends there. */
  private static boolean last(Line l, int end) {
    byte[] b = l.b;
    return Bytes.skipBlank(b, end, l.to) >= l.to || b[end] == '"' || b[end] == '\\';
  }

  /** Over blanks and an operator. */
  static int skip(byte[] b, int from, int to) {
    int i = from;
    while (i < to
        && (b[i] == ' '
            || b[i] == ':'
            || b[i] == '='
            || Bytes.is(b[i], Bytes.QUOTE)
            || b[i] == '\\' && i + 1 < to && (b[i + 1] == '"' || b[i + 1] == '\\'))) {
      i++;
    }
    return i;
  }

  private static int wordEnd(Line l, int from) {
    return wordEnd(l, from, "\"'`\\<");
  }

  private static int wordEnd(Line l, int from, String ends) {
    byte[] b = l.b;
    int i = from;
    while (i < l.to && (b[i] > ' ' || b[i] < 0) && ends.indexOf(b[i]) < 0) {
      i++;
    }
    l.opens(from, i);
    return i;
  }

  /** {@code user elastic: x}, {@code root@localhost: x}; else -1. */
  private static int afterName(Line l, int from) {
    byte[] b = l.b;
    int i = Bytes.atIgnoreCase(b, from, l.to, "user ") ? from + 5 : from;
    int bound = Math.min(l.to, i + 64);
    while (i < bound && !Bytes.is(b[i], Bytes.BLANK | Bytes.QUOTE) && b[i] != ':') {
      i++;
    }
    boolean colon = i + 1 < bound && b[i] == ':' && b[i + 1] == ' ';
    return colon ? Bytes.skipBlank(b, i + 1, l.to) : -1;
  }

  /** {@code a1 LOGIN user password}: the tag is the line's first word, or a client's. */
  private static int imap(Line l, int at, int from) {
    byte[] b = l.b;
    if (!Bytes.at(b, at, l.to, " LOGIN ")) {
      return at + 1;
    }
    int tag = Bytes.runStart(b, Math.max(l.from, at - 12), at, Bytes.ALNUM);
    boolean first = tag == l.from || b[tag - 1] == ' ' || Bytes.is(b[tag - 1], Bytes.QUOTE);
    boolean tagged = first && tag < at && Bytes.is(b[at - 1], Bytes.DIGIT);
    if (!tagged && (from >= l.to || b[from] != '"')) {
      return from;
    }
    int name = skip(b, from, l.to);
    int end = wordEnd(l, name);
    int value = skip(b, end, l.to);
    boolean quoted = value > end && b[value - 1] == '"';
    if (!tagged && !quoted) {
      return from;
    }
    int last = quoted ? Bytes.next(b, value, l.to, '"') : wordEnd(l, value);
    last -= Bytes.backslashesBefore(b, value, last);
    if (value > end && last > value && !Judge.placeholder(b, value, last)) {
      l.secret(value, last);
    }
    return last;
  }

  private static int quoted(Line l, int from) {
    int end = Bytes.next(l.b, from, l.to, '\'');
    l.opens(from, end);
    if (!Judge.placeholder(l.b, from, Math.min(end, from + MAX))) {
      l.secret(from, end);
    }
    return end;
  }

  private static boolean sql(byte[] b, int from, int to) {
    return Bytes.indexOfIgnoreCase(b, from, to, "set ") >= 0
        || Bytes.indexOfIgnoreCase(b, from, to, "identified ") >= 0
        || Bytes.indexOfIgnoreCase(b, from, to, "insert ") >= 0;
  }

  /** {@code admin:x}, where x mixes letters and digits. */
  private static int pair(Line l, int from) {
    byte[] b = l.b;
    int colon = Bytes.runEnd(b, from, Math.min(l.to, from + 64), Bytes.TOKEN | Bytes.DOT);
    if (colon > from && Bytes.at(b, colon, l.to, " / ")) {
      colon += 2;
    } else if (colon == from || colon >= l.to || b[colon] != ':' && b[colon] != '/') {
      return from;
    }
    int end = wordEnd(l, colon + 1);
    if (Judge.shaped(b, colon + 1, Judge.trimmed(b, colon + 1, end), 6)
        && !Judge.placeholder(b, colon + 1, end)) {
      l.secret(colon + 1, end);
    }
    return end;
  }
}
